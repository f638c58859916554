/// Compares what a server sends with what a release is. Pure.
public enum PageVerifier {
    public typealias Get = (_ path: String, _ coding: ContentCoding) throws(PageFailure) -> PageAnswer

    /// Headers of the page by which a browser loads what the page does not name (RFC 8288; HTML, "pragma directives").
    private static let loading = ["link", "refresh"]
    private static let policy = "content-security-policy"

    /// Asks for the page, finds out which of the releases it is, and compares with that.
    ///
    /// - Parameter checked: called with how many files of how many are compared.
    public static func find(
        among releases: [PageRelease], get: Get, checked: (Int, Int) -> Void = { _, _ in }
    ) throws(PageFailure) -> PageReport {
        let page = PageRelease.digest(of: try get("/", .identity).body)
        guard let release = releases.last(where: { $0.files["/"] == page }) else {
            return PageReport(release: nil, files: 0, differences: [])
        }
        return try compare(with: release, get: get, checked: checked)
    }

    /// Asks for each file of a release in every coding.
    public static func compare(
        with release: PageRelease, get: Get, checked: (Int, Int) -> Void = { _, _ in }
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
