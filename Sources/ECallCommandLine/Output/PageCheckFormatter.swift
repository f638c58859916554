import ECallLanguage
import PageVerification

/// The result of checking a server's page, in lines for a person.
enum PageCheckFormatter {
    /// Up to this many differences are named.
    private static let most = 10

    static func lines(for report: PageReport) -> [Text] {
        guard let release = report.release else { return [] }
        guard !report.differences.isEmpty else {
            return [.terminalPageSame(release: release, files: report.files), .terminalPageLimits]
        }
        let named = report.differences.prefix(most).map(line(for:))
        let rest = report.differences.count - named.count
        return named + (rest > 0 ? [.terminalPageMore(count: rest)] : [])
    }

    private static func line(for difference: PageReport.Difference) -> Text {
        let (file, detail) = (difference.file, difference.detail)
        return switch difference.kind {
        case .otherBytes: .terminalPageDiffers(file: file, coding: detail)
        case .missing: .terminalPageMissing(file: file, coding: detail)
        case .runs: .terminalPageRuns(file: file, reason: detail)
        case .header:
            detail == "content-security-policy"
                ? .terminalPageNoHeader(file: file, header: "Content-Security-Policy")
                : .terminalPageHeader(file: file, header: detail)
        }
    }

    /// nil if the page is a release.
    static func failure(of report: PageReport, known: [String]) -> Text? {
        guard !report.isRelease else { return nil }
        guard let release = report.release else {
            return .terminalPageUnknown(
                releases: known.joined(separator: ", "), program: "Scripts/bundle-page",
                command: "ecall page verify <url> --page <directory>")
        }
        return .terminalPageChanged(release: release)
    }

    static func failure(of failure: PageFailure, url: String) -> CommandFailure {
        switch failure {
        case .badAddress: CommandFailure(.usage, .errorsAddressNotAnAddress)
        case .notTrusted:
            CommandFailure(
                .failure, .hint(.errorsUntrusted(host: url), .terminalDoAuthority(option: "--authority <file>")))
        case .unreachable: CommandFailure(.unreachable, .errorsCannotReach(host: url))
        case .unreadable: CommandFailure(.failure, .terminalPageInvalid(url: url))
        }
    }
}

/// `{"result":"page","isRelease":true,"release":"0.1.0","files":31,"differences":[]}`
struct PageJSON: Encodable {
    private let result = "page"
    private let isRelease: Bool
    private let release: String?
    private let files: Int
    private let differences: [PageReport.Difference]

    init(_ report: PageReport) {
        (isRelease, release, files, differences) = (
            report.isRelease, report.release, report.files, report.differences
        )
    }
}
