import Foundation
import Testing

@testable import PageVerification

@Suite("The release of the page that a server serves", .timeLimit(.minutes(1)))
struct PageVerifierTests {
    private static let policy = ["content-security-policy": "default-src 'none'"]
    private static let page = Data("<html>".utf8)
    private static let script = Data("go()".utf8)
    private static func release(_ name: String, page: Data = page) -> PageRelease {
        PageRelease(
            name: name,
            files: ["/": PageRelease.digest(of: page), "/assets/a.js": PageRelease.digest(of: script)])
    }

    private static func serve(_ path: String) -> PageAnswer {
        path == "/" ? PageAnswer(status: 200, headers: policy, body: page) : PageAnswer(status: 200, body: script)
    }

    @Test("the release is found by its page, and every file is compared in every coding")
    func same() throws {
        var asked: [String] = []
        let releases = [Self.release("1", page: Data("old".utf8)), Self.release("2")]
        let report = try PageVerifier.find(among: releases) { path, coding throws(PageFailure) in
            asked.append("\(path) \(coding.rawValue)")
            return Self.serve(path)
        }
        #expect(report.release == "2" && report.isRelease && report.files == 2)
        #expect(
            Set(asked)
                == ["/ identity", "/ gzip", "/ br", "/assets/a.js identity", "/assets/a.js gzip", "/assets/a.js br"])
    }

    @Test("an unknown page has no release")
    func unknown() throws {
        let releases = [Self.release("1", page: Data("old".utf8)), Self.release("2", page: Data("older".utf8))]
        let report = try PageVerifier.find(among: releases) { path, _ throws(PageFailure) in Self.serve(path) }
        #expect(report.release == nil && !report.isRelease)
        // A given release is compared nevertheless, so that the differences are named.
        let one = try PageVerifier.compare(with: releases[0]) { path, _ throws(PageFailure) in Self.serve(path) }
        #expect(
            one.differences.map(\.file) == ["/", "/", "/"] && one.differences.allSatisfy { $0.kind == .otherBytes })
    }

    enum Attack: CaseIterable {
        case otherBytesInOneCoding, missing, link, refresh, noPolicy, emptyBody
    }

    @Test(
        "a page differs if one file does in one coding, or if the browser is made to load something else",
        arguments: Attack.allCases)
    func differs(attack: Attack) throws {
        let report = try PageVerifier.find(among: [Self.release("1"), Self.release("2", page: Data())]) {
            path, coding throws(PageFailure) in
            var answer = Self.serve(path)
            switch attack {
            case .otherBytesInOneCoding: if path != "/", coding == .brotli { answer.body.append(0x20) }
            case .missing: if path != "/", coding == .gzip { answer.status = 404 }
            case .link: if path == "/" { answer.headers["link"] = "</x.css>; rel=stylesheet" }
            case .refresh: if path == "/" { answer.headers["refresh"] = "0; url=/x" }
            case .noPolicy: answer.headers["content-security-policy"] = nil
            case .emptyBody: if path != "/" { answer.body = Data() }
            }
            return answer
        }
        let kinds = Set(report.differences.map(\.kind))
        #expect(report.release == "1" && !report.isRelease)
        switch attack {
        case .otherBytesInOneCoding:
            #expect(report.differences == [.init(kind: .otherBytes, file: "/assets/a.js", detail: "br")])
        case .missing: #expect(report.differences == [.init(kind: .missing, file: "/assets/a.js", detail: "gzip")])
        case .link, .refresh, .noPolicy: #expect(kinds == [.header])
        case .emptyBody: #expect(report.differences.count == 3)
        }
    }

    @Test(
        "a response outside the page's files cannot run anything",
        arguments: [
            (["content-type": "text/html; charset=utf-8"], "no sandbox"),
            (["content-type": "text/html", "content-security-policy": "default-src 'none'"], "no sandbox"),
            (["content-type": "TEXT/HTML", "content-security-policy": "SANDBOX; default-src 'none'"], nil),
            (
                [
                    "content-type": "text/html",
                    "content-security-policy": "default-src 'none'; sandbox allow-top-navigation-by-user-activation",
                ], nil
            ),
            (
                [
                    "content-type": "image/svg+xml",
                    "content-security-policy": "sandbox allow-scripts allow-same-origin",
                ],
                "allow-scripts allow-same-origin"
            ),
            (["content-type": "application/xml"], "no sandbox"), (["content-type": "application/json"], nil),
            ([:], "no sandbox"), (["x-content-type-options": "nosniff"], nil),
        ] as [([String: String], String?)])
    func strays(headers: [String: String], detail: String?) throws {
        let strays = PageVerifier.strays(String(repeating: "a", count: 43))
        #expect(strays.count == 5 && strays[0].count == "/share/contact/".count + 43)
        for coding in ContentCoding.allCases {
            let report = try PageVerifier.compare(with: Self.release("1"), strays: strays) {
                path, asked throws(PageFailure) in
                guard path == strays[1], asked == coding else {
                    return strays.contains(path) ? PageAnswer(status: 404) : Self.serve(path)
                }
                return PageAnswer(status: 404, headers: headers, body: Data("<p>".utf8))
            }
            let expected = detail.map { [PageReport.Difference(kind: .runs, file: strays[1], detail: $0)] } ?? []
            #expect(report.differences == expected && report.files == 2)
            #expect(report.isRelease == (detail == nil))
        }
    }

    @Test("each kept release has a page and files")
    func kept() {
        #expect(!PageRelease.kept.isEmpty)
        for release in PageRelease.kept {
            #expect(release.files["/"]?.count == 64 && release.files.count > 5)
            #expect(release.files.keys.contains { $0.hasPrefix("/assets/main-") })
        }
    }

    @Test("a folder without a page is not a release")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("assets"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: PageRelease.Failure.noPage) { try PageRelease(name: "here", folder: folder) }
        for (path, text) in [
            ("index.html", "<html>"), ("index.html.gz", "x"), ("assets/a.js", "go()"), ("assets/a.js.br", "y"),
        ] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(path))
        }
        #expect(try PageRelease(name: "here", folder: folder) == Self.release("here"))
    }

    @Test(
        "an address names a server and nothing more",
        arguments: [
            "calls.example.org", "ftp://calls.example.org", "https://", "https://a@calls.example.org",
            "https://calls.example.org/page", "https://calls.example.org/?a", "https://calls.example.org/#a", "",
            "file:///etc/passwd",
        ])
    func addresses(text: String) {
        #expect(throws: PageFailure.badAddress) { _ = try PageServer(text) }
    }
}
