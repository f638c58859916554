import PageVerification

/// The result of checking a server's page, in lines for a person.
enum PageText {
    /// Up to this many differences are named.
    private static let most = 10

    static func lines(for report: PageReport) -> [String] {
        guard let release = report.release else { return [] }
        if report.differences.isEmpty {
            return [
                "This server serves the page of \(TerminalText.safe(release)): all \(report.files) files are the same, in every coding, and "
                    + "what it makes itself runs nothing.",
                "Not seen: what it serves to others, to browsers, or at another time. Whoever opens it for the first time runs what they get.",
            ]
        }
        let named = report.differences.prefix(most).map(line(for:))
        let rest = report.differences.count - named.count
        return named + (rest > 0 ? ["and \(rest) more"] : [])
    }

    private static func line(for difference: PageReport.Difference) -> String {
        let file = TerminalText.safe(difference.file)
        return switch difference.kind {
        case .otherBytes: "\(file) has other bytes (\(difference.detail))"
        case .missing: "\(file) is not there (\(difference.detail))"
        case .runs: "\(file) is no file of the page, and may run in a browser (\(TerminalText.safe(difference.detail)))"
        case .header:
            difference.detail == "content-security-policy"
                ? "\(file) comes without the header Content-Security-Policy"
                : "\(file) comes with the header \(difference.detail), which has browsers load something else"
        }
    }

    /// nil where the page is a release.
    static func failure(of report: PageReport, known: [String]) -> String? {
        guard !report.isRelease else { return nil }
        guard let release = report.release else {
            return
                "This server's page is none of \(known.joined(separator: ", ")). Ask who runs it which commit it is of, make that with Scripts/bundle-page, and compare: ecall page verify <url> --page <directory>"
        }
        return
            "This server's page is not that of \(TerminalText.safe(release)). Do not sign in there by a browser until who runs it can say why; the command line does not use the page."
    }

    static func failure(of failure: PageFailure, url: String) -> CommandFailure {
        switch failure {
        case .badAddress:
            CommandFailure(.usage, "\(url) is no address of a server. Type it as https://calls.example.org")
        case .notTrusted:
            CommandFailure(
                .failure,
                "The certificate of \(url) is not trusted here. If it is one of your own: --authority <file with its issuer>"
            )
        case .unreachable:
            CommandFailure(.unreachable, "\(url) does not answer. Check the address and the network, then try again.")
        case .unreadable:
            CommandFailure(.failure, "\(url) sends what is no page: without end, or compressed wrongly.")
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
