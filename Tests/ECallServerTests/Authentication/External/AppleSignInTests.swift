import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import OpenIDConnectTestSupport

@Suite("Sign-in with Apple", .timeLimit(.minutes(1)))
struct AppleSignInTests {
    /// 000-21, 001-40
    @Test("001-15: an identity token and code of one person sign in, and the name is the request's")
    func both() async throws {
        try await ExternalWorld.run { world in
            let token = try world.appleToken("001234.ana", ExternalWorld.address("x@privaterelay.appleid.com"))
            let code = world.appleCode("001234.ana")
            let answer: AuthResponse = try await world.apple(
                code: code, token: token, name: "Ana Apple", key: TestKeys.p256()
            ).value()
            #expect(answer.appleSubId == "001234.ana" && answer.displayName == "Ana Apple")
            #expect(answer.email == "x@privaterelay.appleid.com" && answer.accessToken != nil)
            #expect(answer.expiresIn == 900 && answer.refreshExpiresIn == 2_592_000)
            #expect(try await world.user(answer).displayName == "Ana Apple")
            // Apple sends the name once; a later one from the app overwrites nothing.
            world.advance(seconds: 10)
            let again: AuthResponse = try await world.apple(
                token: world.appleToken("001234.ana"), name: "Apple User", key: TestKeys.p256()
            ).value()
            #expect(again.userId == answer.userId && again.displayName == "Ana Apple")
            #expect(world.issuer.count("/auth/token") == 1)
        }
    }

    /// 000-21
    @Test(
        "001-15: the token alone or the code alone proves the person; RS256 and ES256",
        arguments: [("token", true), ("token", false), ("code", true), ("code", false)])
    func either(proof: String, isElliptic: Bool) async throws {
        try await ExternalWorld.run(signers: isElliptic ? [TestSigner.p256()] : nil) { world in
            let answer =
                try await proof == "token"
                ? world.apple(token: world.appleToken("a"))
                : world.apple(code: world.appleCode("a", email: "ana@icloud.com"), name: "Apple User")
            let value: AuthResponse = try answer.value()
            #expect(value.appleSubId == "a" && value.accessToken != nil)
            #expect(value.displayName == (proof == "token" ? "Apple User" : "ana"))
        }
    }

    @Test("a token and a code of two people sign no one in")
    func twoPeople() async throws {
        try await ExternalWorld.run { world in
            let answer = try await world.apple(code: world.appleCode("mallory"), token: world.appleToken("victim"))
            answer.expect(.appleLoginFailed)
            #expect(world.app.log.text.contains("differentPersons"))
        }
    }

    @Test("without a key file codes are not exchanged: the token must prove the person")
    func noKey() async throws {
        try await ExternalWorld.run(appleKey: false) { world in
            try await world.apple(code: world.appleCode("a")).expect(.appleLoginFailed)
            #expect(try await world.apple(code: "anything", token: world.appleToken("a")).status == 200)
            let config: AppConfig = try await world.app.call(.appConfig).value()
            #expect(config.appleLoginConfigured && config.pageSignIn == ["google"])
        }
    }

    @Test(
        "missing, empty, invented and used proofs are refused",
        arguments: [
            "nothing", "empty", "invented", "other client's", "huge", "garbage token", "refused beside a token",
        ])
    func refused(what: String) async throws {
        try await ExternalWorld.run { world in
            let answer =
                switch what {
                case "nothing": try await world.app.call(.appleLogin, AppleLoginRequest())
                case "empty": try await world.apple(code: "", token: "")
                case "invented": try await world.apple(code: "invented")
                case "other client's": try await world.apple(code: world.appleCode("a", client: "someone.else"))
                case "huge": try await world.apple(code: String(repeating: "c", count: 2049))
                case "garbage token": try await world.apple(code: world.appleCode("a"), token: "garbage")
                default: try await world.apple(code: "invented", token: world.appleToken("a"))
                }
            answer.expect(.appleLoginFailed)
        }
    }

    @Test("a code is valid for one device, which can repeat it briefly; simultaneous requests exchange it once")
    func codeReuse() async throws {
        try await ExternalWorld.run { world in
            let (code, key) = (world.appleCode("a"), TestKeys.p256())
            let answers = try await atOnce(5) { _ in
                try await world.apple(code: code, key: key).value(AuthResponse.self)
            }
            #expect(Set(answers.map(\.userId)).count == 1 && world.issuer.count("/auth/token") == 1)
            try await world.apple(code: code, key: TestKeys.p256()).expect(.appleLoginFailed)
            try await world.apple(code: code).expect(.appleLoginFailed)
            world.advance(seconds: 131)
            try await world.apple(code: code, key: key).expect(.appleLoginFailed)
        }
    }

    @Test("while Apple is unreachable a valid token suffices, and a code does not")
    func away() async throws {
        try await ExternalWorld.run { world in
            #expect(try await world.apple(token: world.appleToken("a")).status == 200)
            world.issuer.set(.down)
            let answer = try await world.apple(code: world.appleCode("b"), token: world.appleToken("b"))
            #expect(answer.status == 200)
            let refused = try await world.apple(code: world.appleCode("c"))
            refused.expect(.appleLoginFailed)
            #expect(refused.text.contains("cannot be reached"))
        }
    }

    @Test(
        "ASVS 9.2.3, 9.2.4: tokens of another audience, of Google's client, or of another time are refused",
        arguments: ["audience", "google", "expired", "old", "issuer"])
    func tokens(what: String) async throws {
        try await ExternalWorld.run { world in
            let seconds = Int(world.app.clock.now.milliseconds / 1000)
            let changes: [String: Any] =
                switch what {
                case "audience": ["aud": "org.other.app"]
                case "google": ["aud": "web-client"]
                case "expired": ["iat": seconds - 200, "exp": seconds - 100]
                case "old": ["iat": seconds - 80_000, "exp": seconds + 6400]
                default: ["iss": "https://appleid.apple.com"]
                }
            try await world.apple(token: world.appleToken("a", changes)).expect(.appleLoginFailed)
        }
    }

    @Test("the app's own request is accepted: seven flat members, or members nested as in requirement 001")
    func shapes() async throws {
        try await ExternalWorld.run { world in
            let flat: [String: Any] = [
                "code": world.appleCode("a"), "appleIdToken": try world.appleToken("a"), "displayName": "Ana",
                "publicKey": TestKeys.p256(), "voipToken": "", "apnsToken": "", "deviceName": "Ana's iPhone",
                "systemName": "iOS", "systemVersion": "18.1", "identifier": "iPhone 15 Pro",
            ]
            let first: AuthResponse = try await world.app.send(
                .post, "/app/api/apple-login", JSONSerialization.data(withJSONObject: flat), authorization: "Bearer "
            ).value()
            world.advance(seconds: 1)
            let nested: [String: Any] = [
                "code": world.appleCode("a"), "displayName": "Ana", "publicKey": TestKeys.p256(),
                "deviceInfo": ["deviceName": "Ana's iPad", "systemName": "iPadOS"],
            ]
            let second: AuthResponse = try await world.app.send(
                .post, "/apple-login", JSONSerialization.data(withJSONObject: nested)
            ).value()
            #expect(first.userId == second.userId)
            let devices: DevicesResponse = try await world.app.call(.devices, token: second.accessToken).value()
            #expect(Set(devices.devices.map(\.deviceName)) == ["Ana's iPhone", "Ana's iPad"])
            let wrong: [String: Any] = ["code": "c", "deviceInfo": "text"]
            try await world.app.send(.post, "/apple-login", JSONSerialization.data(withJSONObject: wrong))
                .expect(.badRequest)
        }
    }
}
