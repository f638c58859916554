import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Attacks on repeated answers", .timeLimit(.minutes(1)))
struct LostAnswerTests {
    private static let email = "ana@example.net"

    private static func request(_ app: TestApp, key: String?) async throws -> VerifyLoginRequest {
        let device = DevicePayload(publicKey: key)
        try await app.call(.login, LoginRequest(email: email, device: device)).expectOK()
        let code = try #require(app.outbox.lastCode(to: email))
        return VerifyLoginRequest(code: code, email: email, device: device)
    }

    /// Who: no attacker; the answer to `verify-login` was lost.
    /// With: the same request again within a minute.
    /// Gets: "wrong code", and a device without tokens (before) → the same device and valid tokens (now).
    @Test("a sign-in can be repeated by the same device for a minute")
    func signIn() async throws {
        try await TestApp.run { app in
            let request = try await Self.request(app, key: TestKeys.p256())
            let first: VerifyLoginResponse = try await app.call(.verifyLogin, request).value()
            app.clock.advance(seconds: 59)
            let second: VerifyLoginResponse = try await app.call(.verifyLogin, request).value()
            #expect(first.userId == second.userId && first.deviceId == second.deviceId)
            for one in [first, second] { try await app.call(.user, token: one.accessToken).expectOK() }
            // Both belong to one family: whichever arrived can be refreshed.
            let refresh = RefreshTokenRequest(refreshToken: second.refreshToken)
            try await app.call(.refreshToken, refresh).expectOK()
            try await app.call(.verifyLogin, request).expect(.invalidOTP)
            #expect(app.signals.removed.isEmpty)
        }
    }

    /// Who: no attacker; retries overtake their first try.
    /// With: the same `verify-login` twenty times at once.
    /// Gets: one sign-in and nineteen "wrong code" (before) → one sign-in, answered twenty times (now).
    @Test("twenty simultaneous requests of one device are one sign-in")
    func atTheSameMoment() async throws {
        try await TestApp.run { app in
            let request = try await Self.request(app, key: TestKeys.p256())
            let answers = try await atOnce(20) { _ in
                try await app.call(.verifyLogin, request).value(VerifyLoginResponse.self).deviceId
            }
            #expect(Set(answers).count == 1)
        }
    }

    /// Who: someone who saw the code on the owner's screen after it was used.
    /// With: the code, and another key, or no key, or the right key from another device, or too late.
    /// Gets: "wrong code" each time (before and now).
    @Test("the answer is not repeated to another device, nor after a minute")
    func others() async throws {
        try await TestApp.run { app in
            let request = try await Self.request(app, key: TestKeys.p256())
            try await app.call(.verifyLogin, request).expectOK()
            for key in [TestKeys.p256(), nil] {
                var other = request
                other.device = DevicePayload(publicKey: key)
                try await app.call(.verifyLogin, other).expect(.invalidOTP)
            }
            for change: (inout DevicePayload) -> Void in [
                { $0.deviceName = "another" }, { $0.voipToken = "00" }, { $0.apnsToken = "00" },
                { $0.signInProof = "e30.e30.e30" },
            ] {
                var other = request
                change(&other.device)
                try await app.call(.verifyLogin, other).expect(.invalidOTP)
            }
            app.clock.advance(seconds: 60)
            try await app.call(.verifyLogin, request).expect(.invalidOTP)
        }
    }

    /// Who: someone with a device that was signed out a second ago.
    /// With: the request that signed it in.
    /// Gets: "wrong code" (before and now).
    @Test("a device that was removed meanwhile cannot sign in again by repeating its request")
    func removed() async throws {
        try await TestApp.run { app in
            let request = try await Self.request(app, key: TestKeys.p256())
            let first: VerifyLoginResponse = try await app.call(.verifyLogin, request).value()
            try await app.call(.logout, token: first.accessToken).expectOK()
            try await app.call(.verifyLogin, request).expect(.invalidOTP)
        }
    }

    /// Who: no attacker; the answer to a used link was lost. And someone else with the same link.
    /// With: the same request again by the same device, by another device, by another person, and later.
    /// Gets: "this link has been used" for all (before) → "ok" for the same device within a minute, else as before (now).
    @Test("a link can be used again by the same device for a minute")
    func link() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn(Self.email)
            let (bo, otherBo) = (try await app.signIn("bo@example.net"), try await app.signIn("bo@example.net"))
            let cy = try await app.signIn("cy@example.net")
            let token: TokenBody = try await app.call(.createShareToken, as: ana).value()
            try await app.call(.sendFriendRequestByToken, token, as: bo).expectOK()
            let told = app.signals.takeDelivered().count
            #expect(told > 0)
            app.clock.advance(seconds: 59)
            try await app.call(.sendFriendRequestByToken, token, as: bo).expectOK()
            #expect(app.signals.takeDelivered() == [], "nobody is told twice")
            try await app.call(.sendFriendRequestByToken, token, as: otherBo).expect(.tokenUsed)
            try await app.call(.sendFriendRequestByToken, token, as: cy).expect(.tokenUsed)
            app.clock.advance(seconds: 1)
            try await app.call(.sendFriendRequestByToken, token, as: bo).expect(.tokenUsed)
        }
    }
}
