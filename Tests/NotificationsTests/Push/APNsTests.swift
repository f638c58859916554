import Crypto
import ECallAPI
import Foundation
import NIOCore
import NIOHTTP1
import ServerTestSupport
import Synchronization
import Testing

@testable import Notifications
@testable import ServerFoundation

@Suite("Pushes to Apple's service", .timeLimit(.minutes(1)))
struct APNsTests {
    private static let device = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    private func settings(_ server: ScriptedServer, _ authority: TestAuthority, trusts: String? = nil) -> APNsSettings {
        APNsSettings(
            keyFile: authority.signingKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ", bundleID: "org.example.call",
            service: ServiceAddress(server.base, authorityFile: trusts ?? authority.authority))
    }

    private func push(_ payload: PushPayload, token: String = APNsTests.device) -> Push {
        Push(
            kind: payload.kind, target: PushTarget(user: 1, device: 2, token: token), payload: payload,
            expiresAt: Timestamp(milliseconds: 1_772_360_475_000), id: "123e4567-e89b-12d3-a456-4266554400a0")
    }

    private static let ring = PushPayload.ring(
        VoIPPush(
            callID: 9001, room: 48_213_377, caller: DeviceIdentity(user: 1042, device: 77), callerName: "Ana",
            encryptedAESKey: "a/b:c+d==", isVideo: true))

    private func withClient(
        clock: TestClock = TestClock(), answer: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer,
        _ body: (APNsClient, ScriptedServer, TestAuthority) async throws -> Void
    ) async throws {
        let authority = try await TestAuthority.common()
        try await ScriptedServer.run(authority, http2: true, answer: answer) { server in
            let http = OutgoingHTTP(timeout: .seconds(2))
            let client = try APNsClient(
                settings: settings(server, authority), http: http, clock: WallClock { clock.now })
            try await body(client, server, authority)
            await http.shutdown()
        }
    }

    @Test("a ring, byte by byte (wire-protocol 7.1), with a token that Apple would accept")
    func ring() async throws {
        try await withClient { _ in
            .status(200)
        } _: { client, server, authority in
            #expect(await client.send(push(Self.ring)) == .sent)
            let request = try #require(server.requests.first)
            #expect(request.head.method == .POST && request.head.uri == "/3/device/\(Self.device)")
            #expect(
                request.text == """
                    {"aps":{},"callId":9001,"callerDeviceId":77,"callerId":1042,"callerName":"Ana",\
                    "encryptedAESKey":"a/b:c+d==","isOnGoing":false,"isVideo":true,"roomId":48213377}
                    """)
            let headers = request.head.headers
            #expect(headers["apns-topic"] == ["org.example.call.voip"] && headers["apns-push-type"] == ["voip"])
            #expect(headers["apns-priority"] == ["10"] && headers["apns-expiration"] == ["1772360475"])
            #expect(headers["apns-id"] == ["123e4567-e89b-12d3-a456-4266554400a0"])
            try expectToken(try #require(headers["authorization"].first), authority, issuedAt: 1_772_360_430)
        }
    }

    private func expectToken(_ header: String, _ authority: TestAuthority, issuedAt: Int) throws {
        let parts = header.dropFirst("bearer ".count).split(separator: ".").map(String.init)
        try #require(header.hasPrefix("bearer ") && parts.count == 3)
        func data(_ text: String) throws -> Data {
            let padded =
                text.replacing("-", with: "+").replacing("_", with: "/")
                + String(repeating: "=", count: (4 - text.count % 4) % 4)
            return try #require(Data(base64Encoded: padded))
        }
        let head = try JSONDecoder().decode([String: String].self, from: data(parts[0]))
        #expect(head == ["alg": "ES256", "kid": "ABC123DEFG", "typ": "JWT"])
        struct Claims: Decodable, Equatable {
            let iss: String
            let iat: Int
        }
        #expect(
            try JSONDecoder().decode(Claims.self, from: data(parts[1])) == Claims(iss: "DEF123GHIJ", iat: issuedAt))
        let pem = try String(contentsOfFile: authority.signingKey, encoding: .utf8)
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem).publicKey
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: data(parts[2]))
        #expect(key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    }

    @Test(
        "an alert, byte by byte (wire-protocol 7.2)",
        arguments: [
            (
                PushAlert.newFriendRequest(displayName: "An\"a"),
                """
                {"aps":{"alert":{"loc-args":["An\\"a"],"loc-key":"new_friend_request_content",\
                "title-loc-key":"new_friend_request_title"},"sound":"default"},"displayName":"An\\"a",\
                "type":"newFriendRequest"}
                """
            ),
            (
                .acceptFriendRequest(displayName: "Bo"),
                """
                {"aps":{"alert":{"loc-args":["Bo"],"loc-key":"friend_request_accepted_content",\
                "title-loc-key":"friend_request_accepted_title"},"sound":"default"},"displayName":"Bo",\
                "type":"acceptFriendRequest"}
                """
            ),
            (
                .warningLogin,
                """
                {"aps":{"alert":{"loc-key":"warning_login_content","title-loc-key":"warning_login_title"},\
                "sound":"default"},"type":"warningLogin"}
                """
            ),
            (
                .userInfoUpdate,
                """
                {"aps":{"alert":{"loc-key":"account_info_updated_message","title-loc-key":"notification_title"},\
                "sound":"default"},"type":"userInfoUpdate"}
                """
            ),
        ])
    func alert(alert: PushAlert, body: String) async throws {
        try await withClient { _ in
            .status(200)
        } _: { client, server, _ in
            #expect(await client.send(push(.alert(alert))) == .sent)
            let request = try #require(server.requests.first)
            #expect(request.text == body)
            #expect(request.head.headers["apns-topic"] == ["org.example.call"])
            #expect(request.head.headers["apns-push-type"] == ["alert"])
        }
    }

    @Test(
        "each answer of Apple has its result",
        arguments: [
            (200, "", .sent), (410, "Unregistered", .deadToken()), (410, "ExpiredToken", .deadToken()),
            (400, "BadDeviceToken", .deadToken()), (400, "DeviceTokenNotForTopic", .deadToken()),
            (400, "PayloadEmpty", .failed(.refused)), (413, "PayloadTooLarge", .failed(.refused)),
            (400, "TopicDisallowed", .failed(.misconfigured)), (403, "InvalidProviderToken", .failed(.misconfigured)),
            (403, "ExpiredProviderToken", .failed(.misconfigured)), (404, "BadPath", .failed(.misconfigured)),
            (429, "TooManyRequests", .failed(.unavailable())), (500, "InternalServerError", .failed(.unavailable())),
            (503, "ServiceUnavailable", .failed(.unavailable())), (503, "", .failed(.unavailable())),
        ] as [(Int, String, APNsClient.Outcome)])
    func answers(status: Int, reason: String, outcome: APNsClient.Outcome) async throws {
        try await withClient { _ in
            .status(status, reason.isEmpty ? "" : "{\"reason\":\"\(reason)\"}")
        } _: { client, server, _ in
            let code = ProviderCode("APNs \(status)" + (reason.isEmpty ? "" : " (\(reason))"))
            let expected: APNsClient.Outcome =
                switch outcome {
                case .sent: .sent
                case .deadToken: .deadToken(code)
                case .failed(let failure, _): .failed(failure, code)
                }
            #expect(await client.send(push(Self.ring)) == expected)
            #expect(server.requests.count == 1)
        }
    }

    @Test("a token rejected as expired by Apple is recreated, once, and not more often than every 20 minutes")
    func renewal() async throws {
        let clock = TestClock()
        let expired = Mutex<Set<String>>([])
        let answer: @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer = { request in
            let token = request.head.headers["authorization"].first ?? ""
            return expired.withLock { $0.contains(token) }
                ? .status(403, "{\"reason\":\"ExpiredProviderToken\"}") : .status(200)
        }
        try await withClient(clock: clock, answer: answer) { client, server, authority in
            func tokens() -> [String] { server.requests.compactMap { $0.head.headers["authorization"].first } }
            #expect(await client.send(push(Self.ring)) == .sent)
            clock.advance(seconds: 1300)
            #expect(await client.send(push(Self.ring)) == .sent)
            #expect(Set(tokens()).count == 1)
            expired.withLock { _ = $0.insert(tokens()[0]) }
            #expect(await client.send(push(Self.ring)) == .sent)
            #expect(server.requests.count == 4 && Set(tokens()).count == 2)
            try expectToken(tokens()[3], authority, issuedAt: 1_772_360_430 + 1300)
            // The fresh one is refused as well: it cannot change again so soon.
            expired.withLock { _ = $0.insert(tokens()[3]) }
            let code = ProviderCode("APNs 403 (ExpiredProviderToken)")
            #expect(await client.send(push(Self.ring)) == .failed(.misconfigured, code))
            #expect(server.requests.count == 5 && Set(tokens()).count == 2)
        }
    }

    @Test("a token lives 40 minutes", arguments: [(0, true), (1199, true), (2399, true), (2400, false), (-1, false)])
    func lifetime(seconds: Int, isSame: Bool) throws {
        let token = ProviderToken(key: P256.Signing.PrivateKey(), keyID: "k", teamID: "t")
        let start = TestClock().now
        let first = try token.text(at: start)
        #expect(try (token.text(at: start.advanced(bySeconds: seconds)) == first) == isSame)
        #expect((20 * 60...60 * 60).contains(ProviderToken.renewal) && ProviderToken.youngest == 20 * 60)
    }

    @Test(
        "an invalid token never becomes part of a path",
        arguments: ["", "a", "../../x", "abc/def", "abc?d", "xyz", "ａｂ", "ab cd", String(repeating: "a", count: 513)])
    func foreignTokens(token: String) async throws {
        try await withClient { _ in
            .status(200)
        } _: { client, server, _ in
            #expect(await client.send(push(Self.ring, token: token)) == .deadToken())
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a server without a trusted certificate gets nothing; one hanging push does not delay others")
    func trouble() async throws {
        let hanging = String(repeating: "a", count: 64)
        try await withClient {
            $0.head.uri.hasSuffix(hanging) ? .hang : .status(200)
        } _: { client, server, authority in
            let stranger = try await TestAuthority.stranger()
            let http = OutgoingHTTP()
            let mistaken = try APNsClient(
                settings: settings(server, authority, trusts: stranger.authority), http: http, clock: .system)
            guard case .failed(.misconfigured, .some) = await mistaken.send(push(Self.ring)) else {
                Issue.record("sent to a stranger")
                return
            }
            await http.shutdown()
            #expect(server.requests.isEmpty)

            async let slow = client.send(push(Self.ring, token: hanging))
            await server.received(1)
            let before = ContinuousClock.now
            #expect(await client.send(push(Self.ring)) == .sent)
            #expect(before.duration(to: .now) < .seconds(10))
            #expect(await slow == .failed(.unavailable(), ProviderCode("HTTPClientError")))
            // All requests use one connection.
            #expect(Set(server.requests.map(\.connection)) == [server.requests[0].connection])
        }
    }
}
