import Crypto
import ECallAPI
import Foundation
import NIOCore
import NIOHTTP1
import ServerTestSupport
import Synchronization
import Testing

@testable import Notifications
@testable import NotificationsTestSupport
@testable import ServerFoundation

@Suite("Push services of browsers", .timeLimit(.minutes(1)))
struct WebPushClientTests {
    private static let caller = DeviceIdentity(user: 1042, device: 77)
    private static let now = TestClock().now
    private static let ring = WebPushMessage.ring(
        9001, caller: caller, invite: "a.b.c", endsAt: now.advanced(bySeconds: 60))
    private static let key = P256.Signing.PrivateKey()

    private func client(
        allowed: [String], _ authority: TestAuthority, exchange: TimeAmount = .seconds(5),
        resolve: @escaping WebPushClient.Resolver = { _ in [] }
    ) throws -> WebPushClient {
        try WebPushClient(
            settings: WebPushSettings(
                contact: "mailto:calls@example.org", allowedOrigins: allowed, authorityFile: authority.authority),
            key: VAPIDKey(Self.key), timeouts: .init(connect: .seconds(2), exchange: exchange), resolve: resolve,
            clock: WallClock { Self.now })
    }

    private func send(
        _ client: WebPushClient, _ browser: TestBrowser, seconds: Int = 45
    ) async throws -> WebPushClient.Outcome {
        try await client.send(
            Self.ring, to: browser.subscription(), expiresAt: Self.now.advanced(bySeconds: seconds))
    }

    private func withServer(
        http2: Bool = false, answer: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer,
        _ body: (ScriptedServer, TestAuthority) async throws -> Void
    ) async throws {
        let authority = try await TestAuthority.common()
        try await ScriptedServer.run(authority, http2: http2, answer: answer) { try await body($0, authority) }
    }

    @Test("a ring has the expected headers, and the browser decrypts it", arguments: [false, true])
    func ring(http2: Bool) async throws {
        try await withServer(http2: http2) { _ in
            .status(201)
        } _: { server, authority in
            let browser = TestBrowser(endpoint: server.base + "/s/1?t=2")
            #expect(try await send(client(allowed: [server.base], authority), browser) == .sent)
            let request = try #require(server.requests.first)
            #expect(request.head.method == .POST && request.head.uri == "/s/1?t=2")
            let headers = request.head.headers
            #expect(headers["ttl"] == ["45"] && headers["urgency"] == ["high"])
            #expect(headers["content-encoding"] == ["aes128gcm"] && headers["topic"].first?.utf8.count == 32)
            #expect(request.body.count == 3025)
            #expect(try browser.open(request.body) == Self.ring.json())
            try expectToken(try #require(headers["authorization"].first), audience: server.base)
        }
    }

    private func expectToken(_ header: String, audience: String) throws {
        let match = try #require(header.wholeMatch(of: /vapid t=([^.]+)\.([^.]+)\.([^.,]+), k=(.+)/))
        func data(_ text: Substring) throws -> Data { try #require(Base64URL.decode(text)) }
        let head = try JSONDecoder().decode([String: String].self, from: data(match.1))
        #expect(head == ["alg": "ES256", "typ": "JWT"])
        struct Claims: Decodable, Equatable {
            let aud: String
            let exp: Int64
            let sub: String
        }
        #expect(
            try JSONDecoder().decode(Claims.self, from: data(match.2))
                == Claims(
                    aud: audience, exp: Self.now.milliseconds / 1000 + 12 * 3600, sub: "mailto:calls@example.org"))
        #expect(try data(match.4) == Self.key.publicKey.x963Representation)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: data(match.3))
        #expect(Self.key.publicKey.isValidSignature(signature, for: Data("\(match.1).\(match.2)".utf8)))
    }

    @Test(
        "each answer of a push service has its result",
        arguments: [
            (200, .sent), (201, .sent), (202, .sent), (404, .gone(ProviderCode("Web Push 404"))),
            (410, .gone(ProviderCode("Web Push 410"))), (413, .failed(.misconfigured, ProviderCode("Web Push 413"))),
            (403, .failed(.misconfigured, ProviderCode("Web Push 403"))),
            (429, .failed(.unavailable(retryAfter: .seconds(7)), ProviderCode("Web Push 429"))),
            (503, .failed(.unavailable(retryAfter: .seconds(7)), ProviderCode("Web Push 503"))),
            // The target of a redirection has not been checked.
            (307, .failed(.refused, ProviderCode("Web Push 307"))),
            (418, .failed(.refused, ProviderCode("Web Push 418"))),
        ] as [(Int, WebPushClient.Outcome)])
    func answers(status: Int, outcome: WebPushClient.Outcome) async throws {
        try await withServer {
            $0.head.uri == "/s"
                ? .status(status, headers: ["retry-after": "7", "location": "/elsewhere"]) : .status(201)
        } _: { server, authority in
            let browser = TestBrowser(endpoint: server.base + "/s")
            let found = try await send(client(allowed: [server.base], authority), browser)
            #expect(found == outcome)
            let paths = server.requests.map { $0.head.uri }
            #expect(paths == ["/s"])
        }
    }

    @Test("the certificate must match the name, although the connection uses an address")
    func names() async throws {
        try await withServer {
            _ in
            .status(201)
        } _: { server, authority in
            let resolve: WebPushClient.Resolver = { _ in [IPAddress("127.0.0.1")].compactMap(\.self) }
            for (host, isSent) in [("localhost", true), ("push.test", false)] {
                let origin = "https://\(host):\(server.port)"
                let client = try client(allowed: [origin], authority, resolve: resolve)
                let outcome = try await send(client, TestBrowser(endpoint: origin + "/s"))
                #expect((outcome == .sent) == isSent, "\(host): \(outcome)")
            }
            let hosts = server.requests.map { $0.head.headers["host"].first }
            #expect(hosts == ["localhost:\(server.port)"])
            let stranger = try await TestAuthority.stranger()
            let mistaken = try client(allowed: [server.base], stranger)
            let outcome = try await send(mistaken, TestBrowser(endpoint: server.base + "/s"))
            guard case .failed(.refused, .some) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "names that resolve to this machine or its network, even with one address, are not contacted",
        arguments: [["127.0.0.1"], ["::1"], ["10.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["fe80::1", "2606:4700::1111"]])
    func privateAddresses(texts: [String]) async throws {
        try await withServer {
            _ in
            .status(201)
        } _: { server, authority in
            let addresses = try texts.map { try #require(IPAddress($0)) }
            let client = try client(allowed: [], authority) { _ in addresses }
            let browser = TestBrowser(endpoint: "https://localhost:\(server.port)/s")
            #expect(try await send(client, browser) == .failed(.refused, ProviderCode("not a public address")))
            #expect(server.requests.isEmpty)
        }
    }

    @Test("literal addresses are checked too, except for origins allowed by the operator")
    func literals() async throws {
        try await withServer {
            _ in
            .status(201)
        } _: { server, authority in
            let closed = try client(allowed: ["https://127.0.0.1:1"], authority)
            let refused = WebPushClient.Outcome.failed(.refused, ProviderCode("not a public address"))
            for host in ["127.0.0.1", "[::ffff:127.0.0.1]", "[::1]"] {
                let browser = TestBrowser(endpoint: "https://\(host):\(server.port)/s")
                #expect(try await send(closed, browser) == refused, "\(host)")
                #expect(try !closed.mayAsk(browser.subscription().endpoint))
            }
            #expect(server.requests.isEmpty)
            #expect(try closed.mayAsk(TestBrowser(endpoint: "https://push.example.net/s").subscription().endpoint))
        }
    }

    @Test("the system's answers are checked: no spelling of 127.0.0.1 is a public address")
    func system() async throws {
        for host in ["localhost", "127.1", "2130706433", "0x7f000001"] {
            let found = await NameResolution.addresses(of: host)
            #expect(found.filter(\.isPublic) == [], "\(host)")
        }
        #expect(await NameResolution.addresses(of: "localhost").contains { $0.description == "127.0.0.1" })
        #expect(await NameResolution.addresses(of: "no-such-name.invalid").isEmpty)
    }

    @Test("the second address is used if the first does not answer")
    func secondAddress() async throws {
        try await withServer {
            _ in
            .status(201)
        } _: { server, authority in
            let origin = "https://localhost:\(server.port)"
            // Nothing listens at the first.
            let client = try client(allowed: [origin], authority) { _ in
                ["127.0.0.9", "127.0.0.1"].compactMap { IPAddress($0) }
            }
            #expect(try await send(client, TestBrowser(endpoint: origin + "/s")) == .sent)
        }
    }

    @Test("an endless or overlong answer delays no one")
    func bounds() async throws {
        try await withServer {
            $0.head.uri == "/hangs"
                ? .hang : .status(201, String(repeating: "a", count: OutgoingHTTP.longestAnswer + 1))
        } _: { server, authority in
            let client = try client(allowed: [server.base], authority, exchange: .milliseconds(300))
            for path in ["/hangs", "/long"] {
                let outcome = try await send(client, TestBrowser(endpoint: server.base + path))
                guard case .failed(.unavailable, .some) = outcome else {
                    Issue.record("\(path): \(outcome)")
                    return
                }
            }
            // Expired messages are not sent.
            #expect(
                try await send(client, TestBrowser(endpoint: server.base + "/late"), seconds: 0) == .failed(.expired))
            #expect(!server.requests.contains { $0.head.uri == "/late" })
        }
    }

    @Test(
        "a name in a certificate covers one name, or those of one level",
        arguments: [
            ("push.example.net", "push.example.net", true), ("push.example.net", "PUSH.example.NET", true),
            ("push.example.net", "*.example.net", true), ("a.push.example.net", "*.example.net", false),
            ("example.net", "*.example.net", false), ("example.net", "*.net", false), ("example.net", "*", false),
            ("push.example.net", "p*.example.net", false), ("push.example.net", "*.*.net", false),
            ("push.example.net", "127.0.0.1", false), ("push.example.net", "push.example.net.evil.org", false),
            ("push.example.net", "", false),
        ])
    func certificateNames(name: String, pattern: String, isNamed: Bool) {
        #expect(CertificateName(name: name).isNamed(by: pattern) == isNamed)
    }

    @Test(
        "invalid origins are refused at the start",
        arguments: ["http://push.example.org", "https://push.example.org/path", "push.example.org"])
    func wrongOrigins(text: String) async throws {
        let authority = try await TestAuthority.common()
        #expect(throws: StartFailure.self) { try client(allowed: [text], authority) }
    }

    @Test("clients are kept for the most recently used services, by name and address")
    func connections() throws {
        let connections = WebPushConnections(connect: .seconds(1), exchange: .seconds(1))
        let (one, other) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("192.0.2.2")))
        let first = connections.http(to: "a.example", at: one)
        #expect(connections.http(to: "a.example", at: one) === first)
        #expect(connections.http(to: "a.example", at: other) !== first)
        for number in 0..<WebPushConnections.most { _ = connections.http(to: "b\(number).example", at: one) }
        #expect(connections.http(to: "a.example", at: one) !== first)
    }
}
