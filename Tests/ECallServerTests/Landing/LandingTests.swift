import ECallAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Notifications
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Landing pages of share links", .timeLimit(.minutes(1)))
struct LandingTests {
    private static func token(_ app: TestApp, _ person: Person) async throws -> TokenBody {
        try await app.call(.createShareToken, as: person).value()
    }

    private static func get(
        _ app: TestApp, _ path: String, _ method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        try await app.client.executeRequest(uri: path, method: method, headers: [:], body: nil)
    }

    /// The URL of the page's picture in its Open Graph tag.
    private static func attribute(_ name: String, _ html: String) -> String? {
        guard let start = html.firstRange(of: "property=\"\(name)\" content=\"")?.upperBound else { return nil }
        return String(html[start...].prefix { $0 != "\"" })
    }

    /// 004-25, 004-31
    @Test("004-10: a valid link shows its owner's name and the next steps, and stays valid however often it is opened")
    func valid() async throws {
        try await TestApp.run(
            configure: {
                $0.publicURL = "https://calls.example.org/"
                $0.appleAppIDs = ["TEAM123456.org.example.ecall"]
            },
            { app in
                let (ana, bob) = (
                    try await app.signIn("ana@example.net", name: "Ana"), try await app.signIn("bob@example.net")
                )
                let token = try await Self.token(app, ana).token
                let path = "/share/contact/\(token)"
                for _ in 0..<3 {
                    let page = try await Self.get(app, path)
                    let html = String(buffer: page.body)
                    #expect(page.status == .ok && page.headers[.contentType] == "text/html; charset=utf-8")
                    #expect(
                        html.contains("<h1>Ana is on ECall</h1>") && html.contains("href=\"ecall://contact/\(token)\""))
                    #expect(Self.attribute("og:title", html) == "Ana is on ECall")
                    #expect(Self.attribute("og:url", html) == "https://calls.example.org\(path)")
                    // Drawn by the page itself: a picture from the server could lead elsewhere.
                    #expect(!html.contains("og:image") && !html.contains("<img"))
                    #expect(Self.attribute("og:description", html)?.isEmpty == false)
                    // This server has no page.
                    #expect(!html.contains("#/add/") && !html.contains(ana.id.description))
                    let head = try await Self.get(app, path, .head)
                    #expect(head.status == .ok && head.body.readableBytes == 0)
                    #expect(head.headers[.contentLength] == page.headers[.contentLength])
                }
                try await app.call(.resolveShareToken, TokenBody(token: token), as: bob).expectOK()
                try await app.call(.sendFriendRequestByToken, TokenBody(token: token), as: bob).expectOK()
            })
    }

    @Test(
        "a link with characters that chats append leads to the clean link, and one with more text or without a token does not"
    )
    func gluedText() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let path = "/share/contact/\(try await Self.token(app, ana).token)"
            for glued in [
                ".", ",", "!", ")", "%29", "/", "/.", "%E2%80%A6", "%E2%80%8B", "%20thanks", ".Thanks", "%3E",
                ")?utm=1", "'s",
            ] {
                for method in [HTTPRequest.Method.get, .head] {
                    let answer = try await Self.get(app, path + glued, method)
                    #expect(answer.status == .permanentRedirect && answer.headers[.location] == path, "\(glued)")
                    #expect(answer.body.readableBytes == 0)
                }
            }
            #expect(try await Self.get(app, path + "?utm=1").status == .ok)
            for other in [
                "\(path)x", "\(path)/more", "\(path)-x", "\(path)%41", "/share/contact", "/share/contact/",
                "/share/contact/.",
            ] {
                let answer = try await Self.get(app, other)
                #expect(answer.status == .notFound && answer.headers[.location] == nil, "\(other)")
                #expect(String(buffer: answer.body).contains("This link is incomplete"), "\(other)")
            }
        }
    }

    @Test("a preview contains the configured origin, and never the request's")
    func preview() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let page = try await Self.get(app, "/share/contact/\(try await Self.token(app, ana).token)")
            let html = String(buffer: page.body)
            #expect(page.status == .ok && Self.attribute("og:title", html) == "Ana is on ECall")
            #expect(Self.attribute("og:url", html) == nil)
        }
    }

    /// 004-9
    @Test("used, revoked, unknown, expired and malformed links have the statuses of resolving, without a name")
    func invalid() async throws {
        var limits = Limits.development
        limits.accessTokenLifetime = 1_000_000
        try await TestApp.run(limits: limits) { app in
            let (ana, bob) = (
                try await app.signIn("ana@example.net", name: "Ana"), try await app.signIn("bob@example.net")
            )
            let (used, revoked, old) = (
                try await Self.token(app, ana), try await Self.token(app, ana), try await Self.token(app, ana)
            )
            try await app.call(.sendFriendRequestByToken, used, as: bob).expectOK()
            try await app.call(.revokeShareToken, revoked, as: ana).expectOK()
            func expect(_ token: String, _ status: Int, _ words: String) async throws {
                let answer = try await app.send(.get, "/share/contact/\(token)")
                answer.expectLanding(status)
                #expect(
                    answer.text.contains(words) && !answer.text.contains("Ana") && !answer.text.contains("og:image"))
                #expect(!answer.text.contains("ecall://"))
            }
            try await expect(used.token, 410, "has been used")
            try await expect(revoked.token, 404, "isn’t valid")
            try await expect(String(repeating: "a", count: 43), 404, "isn’t valid")
            for damaged in [
                "x", String(repeating: "a", count: 42), "%3Cscript%3E", String(repeating: "9", count: 3000),
            ] {
                try await expect(damaged, 404, "is incomplete")
            }
            app.clock.advance(seconds: 86_400)
            try await expect(old.token, 410, "expired")
        }
    }

    @Test("a name is escaped, whatever its content")
    func escaping() async throws {
        try await TestApp.run { app in
            let name = #"<b onload='x'>"&Ana</b>"#
            let ana = try await app.signIn("ana@example.net", name: name)
            let token = try await Self.token(app, ana).token
            let html = try await app.send(.get, "/share/contact/\(token)").text
            #expect(!html.contains("<b ") && !html.contains("onload='"))
            #expect(html.contains("<h1>&lt;b onload=&#39;x&#39;&gt;&quot;&amp;Ana&lt;/b&gt; is on ECall</h1>"))
            #expect(html.matches(of: /<script|style=|<style|javascript:| on[a-z]+=["']/).isEmpty)
        }
        #expect(HTMLEscaping.escaped("a<b>&\"'é\u{301}") == "a&lt;b&gt;&amp;&quot;&#39;é\u{301}")
    }

    @Test("every response forbids scripts, frames, inline styles and storing")
    func headers() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let token = try await Self.token(app, ana).token
            for path in ["/share/contact/\(token)", "/share/contact/x"] {
                let answer = try await Self.get(app, path)
                let policy = try #require(answer.headers[.contentSecurityPolicy])
                #expect(policy.contains("; default-src 'none'; style-src 'self'; img-src 'self';"))
                #expect(policy.hasPrefix("sandbox ") && !policy.contains("allow-scripts"))
                #expect(!policy.contains("allow-same-origin"))
                // A browser shows no response that has both (HTML, sandboxing and opener policies).
                #expect(answer.headers[try #require(HTTPField.Name("Cross-Origin-Opener-Policy"))] == nil)
                #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
                #expect(!policy.contains("script-src") && answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(answer.headers[try #require(HTTPField.Name("Referrer-Policy"))] == "no-referrer")
            }
            let style = try await Self.get(app, LandingStyle.address)
            #expect(style.status == .ok && style.headers[.contentType] == "text/css; charset=utf-8")
            #expect(String(buffer: style.body).contains(".button") && !String(buffer: style.body).contains("url("))
        }
    }

    @Test("the style sheet's address has its version, by which a browser keeps it; at other addresses it asks again")
    func styleVersion() async throws {
        try await TestApp.run { app in
            let html = try await app.send(.get, "/share/contact/x").text
            let address = try #require(html.firstMatch(of: /rel="stylesheet" href="([^"]+)"/)).1
            let kept = try await Self.get(app, String(address))
            #expect(kept.headers[.cacheControl] == "max-age=31536000, immutable")
            let digest = HexDigest.sha256(String(buffer: kept.body))
            #expect(address == "\(LandingStyle.path)?v=\(digest.prefix(16))")
            for other in [LandingStyle.path, "\(LandingStyle.path)?v=0123456789abcdef"] {
                let answer = try await Self.get(app, other)
                #expect(answer.headers[.cacheControl] == "no-cache" && answer.body == kept.body)
            }
        }
    }

    @Test("other methods get the list of allowed ones")
    func methods() async throws {
        try await TestApp.run { app in
            let token = String(repeating: "a", count: 43)
            for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
                for path in ["/share/contact/\(token)", LandingStyle.path] {
                    try await app.send(method, path).expect(.methodNotAllowed)
                    let answer = try await Self.get(app, path, method)
                    #expect(answer.headers[try #require(HTTPField.Name("Allow"))] == "GET, HEAD")
                }
            }
        }
    }

    @Test("landing pages are limited per address and hour")
    func limit() async throws {
        var limits = Limits.development
        limits.landingsPerAddress = Rate(count: 3, seconds: 3600)
        try await TestApp.run(limits: limits) { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let path = "/share/contact/\(try await Self.token(app, ana).token)"
            for _ in 0..<3 { try await app.send(.get, path).expectLanding(200) }
            let answer = try await app.send(.get, path)
            answer.expectLanding(429)
            #expect(!answer.text.contains("Ana"))
            app.clock.advance(seconds: 3600)
            try await app.send(.get, path).expectLanding(200)
        }
    }

    @Test(
        "without a configured origin the server uses the request's authority if it is a plain one",
        arguments: [
            ("calls.example.org", true), ("calls.example.org:8443", true), ("127.0.0.1:80", true), ("[::1]:80", true),
            ("localhost", true), ("a", true), ("", false), ("a b", false), ("a\"b", false), ("a/b", false),
            ("user@host", false), ("host:port", false), ("<b>", false), ("-host", false), ("host:123456", false),
        ])
    func authority(text: String, isGood: Bool) {
        #expect(PublicOrigin.isAuthority(text) == isGood)
    }

    @Test("a server with a page links to it")
    func withPage() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ecall-landing-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("<!doctype html>".utf8).write(to: folder.appendingPathComponent("index.html"))
        try await TestApp.run(webDirectory: folder.path) { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana Ruiz & <Söhne>")
            let token = try await Self.token(app, ana).token
            let html = try await app.send(.get, "/share/contact/\(token)").text
            let name = "Ana%20Ruiz%20%26%20%3CS%C3%B6hne%3E"
            #expect(html.contains("<a class=\"button main\" href=\"/#/add/\(token)?by=\(name)\">Add "))
            // One action; no app link on a server without apps.
            #expect(html.components(separatedBy: "button main").count == 2 && !html.contains("ecall://"))
            // An unusable link offers a next step all the same.
            for path in ["/share/contact/x", "/share/contact/\(String(repeating: "a", count: 43))"] {
                let answer = try await app.send(.get, path)
                answer.expectLanding(404)
                #expect(answer.text.contains("<a class=\"button main\" href=\"/\">Open ECall</a>"))
            }
        }
    }

    @Test("the colours equal those of the page")
    func colours() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("Web/design/tokens.css"), encoding: .utf8)
        for (name, light, dark) in LandingStyle.tokens {
            #expect(page.contains("--\(name): light-dark(\(light), \(dark));"), "\(name)")
            #expect(
                LandingStyle.text.contains("--\(name): \(light);") && LandingStyle.text.contains("--\(name): \(dark);"))
        }
    }

    private struct NameVector: Decodable {
        let name: String
        let initials: String
    }

    /// 003-26
    @Test("the picture of a name shows its initials, by the rule of the page and of all clients")
    func initials() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../Vectors/initials.json").standardizedFileURL
        let vectors = try JSONDecoder().decode([NameVector].self, from: Data(contentsOf: file))
        #expect(vectors.count > 30)
        let token = try #require(ShareToken(String(repeating: "a", count: 43)))
        for vector in vectors {
            let page = LandingPage(
                content: .valid(
                    name: vector.name, link: ShareLinkForms(origin: "https://calls.example.org", token: token)),
                language: .english, offersPage: true, offersApp: true, knowsOrigin: true)
            let shown = try #require(page.html.firstMatch(of: /class="avatar" aria-hidden="true">([^<]*)</)).1
            #expect(shown == HTMLEscaping.escaped(vector.initials), "\(vector.name)")
        }
    }

    @Test("a link to the app is offered only where apps open links", arguments: [false, true], [false, true])
    func appLink(hasApp: Bool, hasPage: Bool) throws {
        let token = try #require(ShareToken(String(repeating: "a", count: 43)))
        let link = ShareLinkForms(origin: "https://calls.example.org", token: token)
        let page = LandingPage(
            content: .valid(name: "Ana", link: link), language: .english, offersPage: hasPage, offersApp: hasApp,
            knowsOrigin: true)
        #expect(page.html.contains("Open in the app") == hasApp && page.html.contains("ecall://") == hasApp)
        #expect(page.html.contains("#/add/") == hasPage)
        #expect(page.html.components(separatedBy: "button main").count == (hasApp || hasPage ? 2 : 1))
        // The code of the link is there in any case.
        #expect(page.html.contains("<div class=\"code\">"))
    }

    @Test("Apple's association file lists the apps that open links to contacts and calls, and is 404 without any")
    func association() async throws {
        let path = "/.well-known/apple-app-site-association"
        try await TestApp.run { app in try await app.send(.get, path).expect(.notFound) }
        try await TestApp.run(
            configure: { $0.appleAppIDs = ["TEAM123456.org.example.ecall", "TEAM123456.org.example.ecall.beta"] },
            { app in
                let answer = try await Self.get(app, path)
                #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
                let text = String(buffer: answer.body)
                struct Document: Decodable {
                    struct Links: Decodable { let details: [Detail] }
                    struct Detail: Decodable {
                        let appIDs: [String]
                        let components: [[String: String]]
                    }
                    let applinks: Links
                }
                let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
                #expect(document.applinks.details.count == 1)
                #expect(
                    document.applinks.details[0].appIDs == [
                        "TEAM123456.org.example.ecall", "TEAM123456.org.example.ecall.beta",
                    ])
                let components = document.applinks.details[0].components.map { $0.filter { $0.key != "comment" } }
                #expect(components == [["/": "/share/contact/*"], ["/": "/", "#": "/call/*"]])
                let head = try await Self.get(app, path, .head)
                #expect(head.status == .ok && head.body.readableBytes == 0)
            })
    }
}
