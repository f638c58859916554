import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import SignalRouting

@Suite("Stored secrets", .timeLimit(.minutes(1)))
struct StoredSecretTests {
    /// Everything in the data directory except the outbox, as one text.
    private static func stored(_ app: TestApp) throws -> String {
        let files = try FileManager.default.subpathsOfDirectory(atPath: app.dataDirectory)
        return files.filter { $0.hasPrefix("ecall.sqlite") }
            .compactMap { FileManager.default.contents(atPath: app.dataDirectory + "/" + $0) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    /// 004-28
    @Test("ASVS 6.5.2: neither codes nor tokens are in the database in clear")
    func hashed() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Marker")
            let share: TokenBody = try await app.call(.createShareToken, as: ana).value()
            try await app.call(.resendOTP, ResendOTPRequest(email: "new@example.net"), as: ana).expectOK()
            try await app.call(.login, LoginRequest(email: "bob@example.net")).expectOK()
            let text = try Self.stored(app)
            // The check sees the stored data.
            #expect(text.contains("Marker") && text.contains("bob@example.net"))
            for secret in [ana.accessToken, ana.refreshToken, share.token] { #expect(!text.contains(secret)) }
            for address in ["new@example.net", "bob@example.net"] {
                let code = try #require(app.outbox.lastCode(to: address))
                #expect(!text.contains("\(address)\(code)") && !app.log.text.contains(code))
            }
        }
    }

    @Test("ASVS 6.5.6: every credential can be revoked: a device, an address, and their tokens")
    func revocable() async throws {
        try await TestApp.run { app in
            let (ana, lost) = (try await app.signIn("ana@example.net"), try await app.signIn("ana@example.net"))
            try await app.call(.terminateSession, id: lost.device.rawValue, as: ana).expectOK()
            try await app.call(.user, as: lost).expect(.deviceNotRegistered)
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: lost.refreshToken))
                .expect(.refreshTokenExpired)
        }
    }

    @Test("ASVS 6.6.1: sign-in by telephone exists only where it is configured, and e-mail beside it")
    func telephone() async throws {
        try await TestApp.run(channels: [.email]) { app in
            let config: AppConfig = try await app.call(.appConfig).value()
            #expect(!config.twilioConfigured && config.emailConfigured == true)
            try await app.call(.login, LoginRequest(phoneNumber: "+12025550123")).expect(.requestOTPFailed)
        }
    }

    @Test("ASVS 9.1.3, 9.2.3: tokens of another server and signalling tokens are not accepted as access tokens")
    func foreign() async throws {
        let token = try await TestApp.run { app in try await app.signIn("ana@example.net").accessToken }
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.call(.user, token: token).expect(.accessTokenExpired)
            let passcode = SignalingTokens(key: SymmetricKey(size: .bits256)).issue(to: ana.identity, at: app.clock.now)
                .passcode
            try await app.call(.user, token: passcode).expect(.accessTokenExpired)
        }
    }
}
