import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Tokens", .timeLimit(.minutes(1)))
struct TokenTests {
    private static func refresh(_ app: TestApp, _ token: String) async throws -> Answer {
        try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: token))
    }

    private static func isAlive(_ app: TestApp, _ token: String) async throws -> Bool {
        try await app.call(.user, token: token).status == 200
    }

    @Test("001-8: a refresh gives a new pair, and the old access token stays valid")
    func refreshes() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let pair: RefreshTokenResponse = try await Self.refresh(app, ana.refreshToken).value()
            #expect(pair.accessToken != ana.accessToken && pair.refreshToken != ana.refreshToken)
            #expect(pair.expiresIn == 900 && pair.refreshExpiresIn == 2_592_000)
            #expect(try await Self.isAlive(app, ana.accessToken))
            #expect(try await Self.isAlive(app, pair.accessToken))
        }
    }

    /// 001-8
    @Test("the previous refresh token is valid until the newest one is used, however late that is")
    func lostAnswer() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await Self.refresh(app, ana.refreshToken).expectOK()
            app.clock.advance(seconds: 20 * 86_400)
            let again: RefreshTokenResponse = try await Self.refresh(app, ana.refreshToken).value()
            // Its own lifetime begins then.
            app.clock.advance(seconds: 29 * 86_400)
            try await Self.refresh(app, again.refreshToken).expectOK()
        }
    }

    @Test("ASVS 10.4.5: a late reuse ends the whole family, and signs the device out")
    func lateReuse() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let other = try await app.signIn("ana@example.net")
            let used: RefreshTokenResponse = try await Self.refresh(app, ana.refreshToken).value()
            let pair: RefreshTokenResponse = try await Self.refresh(app, used.refreshToken).value()
            app.clock.advance(seconds: 61)
            let answer = try await Self.refresh(app, ana.refreshToken)
            answer.expect(.refreshTokenExpired)
            #expect(answer.status == 403 && answer.text.contains("\"status\":401"))
            try await Self.refresh(app, pair.refreshToken).expect(.refreshTokenExpired)
            try await app.call(.user, token: pair.accessToken).expect(.deviceNotRegistered)
            #expect(app.signals.disconnected == [ana.identity] && app.signals.removed == [ana.identity])
            // The user's other device belongs to another family.
            try await app.call(.user, as: other).expectOK()
            try await Self.refresh(app, other.refreshToken).expectOK()
        }
    }

    @Test("refreshes of a family are limited per minute")
    func refreshLimit() async throws {
        var limits = Limits.development
        limits.refreshesPerFamily = Rate(count: 2, seconds: 60)
        try await TestApp.run(limits: limits) { app in
            var token = try await app.signIn("ana@example.net").refreshToken
            for _ in 0..<2 { token = try await Self.refresh(app, token).value(RefreshTokenResponse.self).refreshToken }
            try await Self.refresh(app, token).expect(.tooManyRequests)
            app.clock.advance(seconds: 60)
            try await Self.refresh(app, token).expectOK()
        }
    }

    @Test("the grace period ends once the new token has been used")
    func graceEnds() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let second: RefreshTokenResponse = try await Self.refresh(app, ana.refreshToken).value()
            try await Self.refresh(app, second.refreshToken).expectOK()
            try await Self.refresh(app, ana.refreshToken).expect(.refreshTokenExpired)
            try await app.call(.user, as: ana).expect(.deviceNotRegistered)
        }
    }

    @Test("twenty simultaneous refreshes all succeed, and the family continues")
    func atTheSameMoment() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let pairs = try await atOnce(20) { _ in
                try await Self.refresh(app, ana.refreshToken).value(RefreshTokenResponse.self)
            }
            #expect(Set(pairs.map(\.refreshToken)).count == 20)
            for pair in pairs { #expect(try await Self.isAlive(app, pair.accessToken)) }
            let next: RefreshTokenResponse = try await Self.refresh(app, pairs[7].refreshToken).value()
            try await Self.refresh(app, next.refreshToken).expectOK()
            #expect(app.signals.removed.isEmpty)
        }
    }

    @Test("001-7, ASVS 9.2.1: an access token lives 900 seconds, a refresh token thirty days from its own issue")
    func lifetimes() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            app.clock.advance(seconds: 899)
            try await app.call(.user, as: ana).expectOK()
            app.clock.advance(seconds: 1)
            try await app.call(.user, as: ana).expect(.accessTokenExpired)
            app.clock.advance(seconds: 2_592_000 - 1000)
            let pair: RefreshTokenResponse = try await Self.refresh(app, ana.refreshToken).value()
            app.clock.advance(seconds: 2_592_000)
            try await Self.refresh(app, pair.refreshToken).expect(.refreshTokenExpired)
        }
    }

    @Test("ASVS 10.4.8: a sign-in ends after a year, however often it is refreshed")
    func absoluteExpiry() async throws {
        var limits = Limits.development
        limits.signInLifetime = 100 * 86_400
        try await TestApp.run(limits: limits) { app in
            let ana = try await app.signIn("ana@example.net")
            var token = ana.refreshToken
            for _ in 0..<4 {
                app.clock.advance(seconds: 20 * 86_400)
                let pair: RefreshTokenResponse = try await Self.refresh(app, token).value()
                token = pair.refreshToken
            }
            app.clock.advance(seconds: 19 * 86_400)
            let last: RefreshTokenResponse = try await Self.refresh(app, token).value()
            #expect(last.refreshExpiresIn <= 86_400 && last.refreshExpiresIn > 0 && last.expiresIn == 900)
            app.clock.advance(seconds: 86_400)
            try await Self.refresh(app, last.refreshToken).expect(.refreshTokenExpired)
        }
    }

    /// 001-37
    @Test("ASVS 9.2.2: access and refresh tokens are not interchangeable")
    func kinds() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.call(.user, token: ana.refreshToken).expect(.accessTokenExpired)
            try await Self.refresh(app, ana.accessToken).expect(.refreshTokenExpired)
        }
    }

    /// HS256 with a key that is not the server's.
    private static func signature(of text: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(size: .bits256))
        return Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
    }

    /// 001-37
    @Test("ASVS 9.1.1, 9.1.2: forged tokens are refused: another key, another signature, no algorithm")
    func forged() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            var parts = ana.accessToken.split(separator: ".").map(String.init)
            let none = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64EncodedString().filter { $0 != "=" }
            let candidates = [
                parts[0] + "." + parts[1] + "." + Self.signature(of: parts[0] + "." + parts[1]), "\(none).\(parts[1]).",
                "\(none).\(parts[1]).\(parts[2])",
                parts[0] + "." + parts[1] + ".", parts[0] + "." + parts[1], "x", "x.y.z",
                String(repeating: "a", count: 10_000),
            ]
            for token in candidates {
                try await app.call(.user, token: token).expect(.accessTokenExpired)
                try await Self.refresh(app, token).expect(.refreshTokenExpired)
            }
            parts[2] = String(parts[2].reversed())
            try await app.call(.user, token: parts.joined(separator: ".")).expect(.accessTokenExpired)
        }
    }

    @Test("a new sign-in of the same device ends its earlier refresh token")
    func newFamily() async throws {
        try await TestApp.run(configure: { $0.publicURL = SigningDevice.origin }) { app in
            let key = TestKeys.rsa()
            let first = try await app.signIn("ana@example.net", publicKey: key)
            let device = try await SigningDevice(first, publicKey: key, in: app)
            let challenge: SignInChallenge = try await app.call(.signInChallenge).value()
            let second = try await app.signIn(
                "ana@example.net", publicKey: key, proof: device.proof(challenge.challenge, app).text)
            #expect(first.device == second.device)
            try await Self.refresh(app, first.refreshToken).expect(.refreshTokenExpired)
            try await Self.refresh(app, second.refreshToken).expectOK()
        }
    }
}
