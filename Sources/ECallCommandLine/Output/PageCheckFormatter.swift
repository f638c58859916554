import PageVerification

/// The result of checking a server's page, in lines for a person.
enum PageCheckFormatter {
    /// Up to this many differences are named.
    private static let most = 10

    static func lines(for report: PageReport) -> [String] {
        guard let release = report.release else { return [] }
        if report.differences.isEmpty {
            return [
                "This server serves the page of \(TerminalSanitizer.safe(release)): all \(report.files) files match, in every content coding, and "
                    + "the files it generates run no code.",
                "This does not cover what it serves to others, to browsers, or at another time. A browser that opens it for the first time runs what it gets.",
            ]
        }
        let named = report.differences.prefix(most).map(line(for:))
        let rest = report.differences.count - named.count
        return named + (rest > 0 ? ["and \(rest) more"] : [])
    }

    private static func line(for difference: PageReport.Difference) -> String {
        let file = TerminalSanitizer.safe(difference.file)
        return switch difference.kind {
        case .otherBytes: "\(file) differs (\(difference.detail))"
        case .missing: "\(file) is missing (\(difference.detail))"
        case .runs:
            "\(file) is not part of the page, and can run in a browser (\(TerminalSanitizer.safe(difference.detail)))"
        case .header:
            difference.detail == "content-security-policy"
                ? "\(file) is served without the header Content-Security-Policy"
                : "\(file) is served with the header \(difference.detail), which makes browsers load something else"
        }
    }

    /// nil if the page is a release.
    static func failure(of report: PageReport, known: [String]) -> String? {
        guard !report.isRelease else { return nil }
        guard let release = report.release else {
            return
                "This server's page matches none of \(known.joined(separator: ", ")). Ask its operator for the commit, build the page with Scripts/bundle-page, and compare: ecall page verify <url> --page <directory>"
        }
        return
            "This server's page differs from that of \(TerminalSanitizer.safe(release)). Do not sign in there with a browser until its operator has explained why. The command line does not use the page."
    }

    static func failure(of failure: PageFailure, url: String) -> CommandFailure {
        switch failure {
        case .badAddress:
            CommandFailure(.usage, "\(url) is not the address of a server. Type it as https://calls.example.org")
        case .notTrusted:
            CommandFailure(
                .failure,
                "The certificate of \(url) is not trusted here. If it is your own: --authority <file with its issuer>"
            )
        case .unreachable:
            CommandFailure(.unreachable, "\(url) does not respond. Check the address and the network, then try again.")
        case .unreadable:
            CommandFailure(.failure, "\(url) does not serve a valid page: it is endless or wrongly compressed.")
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
