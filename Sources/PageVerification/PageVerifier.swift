/// Compares a server's answers with a release. Pure.
public enum PageVerifier {
    public typealias Get = (_ path: String, _ coding: ContentCoding) throws(PageFailure) -> PageAnswer

    /// Headers of the page by which a browser loads what the page does not name (RFC 8288; HTML, "pragma directives").
    private static let loading = ["link", "refresh"]
    private static let policy = "content-security-policy"

    /// Addresses outside a release, where a server generates its answers: the page of a link, and an address that no
    /// one has requested before. HTML there must not run anything: it would have the page's origin, with its keys.
    ///
    /// - Parameter word: drawn for this look, so that no answer can be prepared for it; 43 letters and digits as the token of a link.
    public static func strays(_ word: String) -> [String] {
        [
            "/share/contact/\(word)", "/share/contact/\(word.prefix(9))", "/\(word)", "/\(word).html",
            "/assets/\(word).svg",
        ]
    }

    /// The part of such an answer that may run; nil if nothing may. A browser reads HTML, SVG and XML as documents.
    private static func running(_ answer: PageAnswer) -> String? {
        let type = answer.headers["content-type"]?.lowercased() ?? ""
        let isSniffed = type.isEmpty && answer.headers["x-content-type-options"]?.lowercased() != "nosniff"
        guard type.contains("html") || type.contains("xml") || isSniffed, !answer.body.isEmpty else { return nil }
        let directives = (answer.headers[policy] ?? "").lowercased().split(separator: ";").map {
            $0.split(whereSeparator: \.isWhitespace)
        }
        guard let sandbox = directives.first(where: { $0.first == "sandbox" }) else { return "no sandbox" }
        let allowed = ["allow-scripts", "allow-same-origin"].filter { sandbox.contains(Substring($0)) }
        return allowed.isEmpty ? nil : allowed.joined(separator: " ")
    }

    /// Requests the page, determines which of the releases it is, and compares it with that.
    ///
    /// - Parameters:
    ///   - strays: addresses that are requested beside the files.
    ///   - checked: called with how many files of how many are compared.
    public static func find(
        among releases: [PageRelease], strays: [String] = [], get: Get, checked: (Int, Int) -> Void = { _, _ in }
    ) throws(PageFailure) -> PageReport {
        let page = PageRelease.digest(of: try get("/", .identity).body)
        guard let release = releases.last(where: { $0.files["/"] == page }) else {
            return PageReport(release: nil, files: 0, differences: [])
        }
        return try compare(with: release, strays: strays, get: get, checked: checked)
    }

    /// Asks for each file of a release in every coding.
    public static func compare(
        with release: PageRelease, strays: [String] = [], get: Get, checked: (Int, Int) -> Void = { _, _ in }
    ) throws(PageFailure) -> PageReport {
        var report = PageReport(release: release.name, files: 0, differences: [])
        for (path, digest) in release.files.sorted(by: { $0.key < $1.key }) {
            for coding in ContentCoding.allCases {
                let answer = try get(path, coding)
                report.differences += differences(of: answer, path: path, coding, digest)
            }
            report.files += 1
            checked(report.files, release.files.count)
        }
        for path in strays {
            for coding in ContentCoding.allCases {
                guard let detail = running(try get(path, coding)) else { continue }
                report.differences.append(.init(kind: .runs, file: path, detail: detail))
                break
            }
        }
        return report
    }

    private static func differences(
        of answer: PageAnswer, path: String, _ coding: ContentCoding, _ digest: String
    ) -> [PageReport.Difference] {
        guard answer.status == 200 else { return [.init(kind: .missing, file: path, detail: coding.rawValue)] }
        var found: [PageReport.Difference] = []
        if PageRelease.digest(of: answer.body) != digest {
            found.append(.init(kind: .otherBytes, file: path, detail: coding.rawValue))
        }
        found += loading.filter { answer.headers[$0] != nil }.map { .init(kind: .header, file: path, detail: $0) }
        if path == "/", answer.headers[policy] == nil {
            found.append(.init(kind: .header, file: path, detail: policy))
        }
        return found
    }
}
