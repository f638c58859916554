import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import NotificationsTestSupport
@testable import ServerFoundation

@Suite("A server with providers", .timeLimit(.minutes(1)), .serialized)
struct ProviderAppTests {
    private static let timeout = Duration.seconds(3)

    /// A server whose counters the test can read.
    private func run(
        timeout: Duration = ProviderAppTests.timeout, isDevelopment: Bool = false,
        _ configure: @escaping @Sendable (inout ProviderSettings) -> Void,
        _ body: @escaping @Sendable (TestApp, @Sendable () -> DeliveryCounters) async throws -> Void
    ) async throws {
        let parts = Shelf<ProviderParts>()
        try await TestApp.run(
            configure: {
                $0.providers.webPush.isEnabled = false
                configure(&$0.providers)
                $0.isDevelopment = isDevelopment
            },
            providers: { dependencies, _ in
                // Retries need a real clock.
                let real = ProviderDependencies(
                    database: dependencies.database, settings: dependencies.settings, secrets: dependencies.secrets,
                    clock: dependencies.clock.moving, logger: dependencies.logger)
                var limits = DeliveryLimits(timeout: timeout)
                limits.retry.first = .milliseconds(20)
                let made = try ProviderAssembly.make(real, limits: limits, console: { _ in })
                parts.put(made)
                return made
            }
        ) { app in
            let made = try #require(parts.item)
            try await body(app, made.counters)
        }
    }

    private static func smtp(_ server: TestMailServer, _ authority: TestAuthority) -> SMTPSettings {
        SMTPSettings(
            host: "127.0.0.1", port: server.ports.starttls, username: "ecall", password: "päss wörd",
            sender: "noreply@example.org", authorityFile: authority.authority)
    }

    private static func twilio(_ server: ScriptedServer, _ authority: TestAuthority) -> TwilioSettings {
        TwilioSettings(
            accountSID: "AC1", authToken: "t", sender: "+12025550100",
            service: ServiceAddress(server.base, authorityFile: authority.authority))
    }

    @Test("001-3: a code is mailed in the person's language, and signs in")
    func mail() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            try await run {
                $0.smtp = Self.smtp(server, authority)
            } _: { app, counters in
                let config: AppConfig = try await app.call(.appConfig).value()
                #expect(config.emailConfigured == true && !config.twilioConfigured)
                try await app.call(
                    .login, LoginRequest(email: "ana@example.net"), acceptLanguage: "qaa, de;q=0.9"
                ).expectOK()
                let mail = try await server.next("message")
                let body = try #require(mail.body)
                #expect(mail.subject == "Your ECALL verification code" && body.contains("Dein ECALL-Code: "))
                let code = String(try #require(body.firstMatch(of: /[0-9]{6}/)).output)
                try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: "ana@example.net")).expectOK()
                try await app.call(.login, LoginRequest(email: nil, phoneNumber: "+12025550123"))
                    .expect(.requestOTPFailed)
                #expect(counters().providers[.mail] == .init(sent: 1))
                #expect(!app.log.text.contains(code) && !app.log.text.contains("ana@"))
            }
        }
    }

    @Test("an address that the mail server refuses is reported, and a repeated request sends again")
    func refused() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            try await run {
                $0.smtp = Self.smtp(server, authority)
            } _: { app, counters in
                for _ in 0..<2 {
                    try await app.call(.login, LoginRequest(email: "refuse@example.net")).expect(.sendOTPFailed)
                }
                #expect(counters().providers[.mail] == .init(failed: 2))
                #expect(!app.log.text.contains("refuse@"))
            }
        }
    }

    @Test("a mail server that refuses the login or is down gives 503 and one log line with its code")
    func failing() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            var wrong = Self.smtp(server, authority)
            wrong.password = "wrong"
            var away = Self.smtp(server, authority)
            away.port = 1
            for (settings, code) in [(wrong, "SMTP 535 (auth)"), (away, "curl 7")] {
                try await run(timeout: .milliseconds(500)) {
                    $0.smtp = settings
                } _: { app, _ in
                    for index in 0..<2 {
                        let answer = try await app.call(.login, LoginRequest(email: "ana\(index)@example.net"))
                        #expect(answer.status == 503 && answer.headers[.retryAfter] == "10", "\(answer.text)")
                    }
                    let lines = app.log.text.split(separator: "\n").filter { $0.contains("A provider does not") }
                    #expect(lines.count == 1 && lines.first?.contains(code) == true, "\(lines)")
                    #expect(!app.log.text.contains("example.net"))
                }
            }
        }
    }

    /// With mail on threads of Dispatch's pool the database had to wait for them, and the limit was exceeded by 2.6 s.
    @Test("a hanging mail server delays requests no longer than the limit, and text messages not at all")
    func isolation() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { mail in
            try await ScriptedServer.run(authority, http2: false) { _ in
                .status(201)
            } _: { sms in
                try await run {
                    $0.smtp = Self.smtp(mail, authority)
                    $0.twilio = Self.twilio(sms, authority)
                } _: { app, counters in
                    let config: AppConfig = try await app.call(.appConfig).value()
                    #expect(config.emailConfigured == true && config.twilioConfigured)
                    // More than are attempted at once.
                    async let mails = atOnce(6) { index in
                        let before = ContinuousClock.now
                        let hanging = "hang@host\(index).example.net"
                        try await app.call(.login, LoginRequest(email: hanging)).expectOK()
                        return before.duration(to: .now)
                    }
                    for _ in 0..<DeliveryLimits().concurrency { _ = try await mail.next("hanging") }
                    let texts = try await atOnce(6) { index in
                        let before = ContinuousClock.now
                        try await app.call(.login, LoginRequest(phoneNumber: "+1202555012\(index)")).expectOK()
                        return before.duration(to: .now)
                    }
                    #expect(counters().providers[.sms] == .init(sent: 6) && sms.requests.count == 6)
                    #expect(counters().providers[.mail]?.depth == 6)
                    let times = try await mails
                    print("measured: mail \(times.max() ?? .zero), text messages \(texts.max() ?? .zero)")
                    #expect(times.allSatisfy { $0 >= Self.timeout && $0 < Self.timeout + .seconds(2) })
                    #expect(texts.allSatisfy { $0 < Self.timeout })
                }
            }
        }
    }

    @Test("known and unknown accounts wait the same for a hanging provider; a resent code is never waited for")
    func timing() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            try await run {
                $0.smtp = Self.smtp(server, authority)
            } _: { app, _ in
                func time(_ work: () async throws -> Void) async throws -> Duration {
                    let before = ContinuousClock.now
                    try await work()
                    return before.duration(to: .now)
                }
                // A verified account, at a host whose mail then hangs.
                try await app.call(.login, LoginRequest(email: "busy-0@example.net")).expectOK()
                let code = try #require(try await server.next("message").body?.firstMatch(of: /[0-9]{6}/)).output
                try await app.call(.verifyLogin, VerifyLoginRequest(code: String(code), email: "busy-0@example.net"))
                    .expectOK()
                app.clock.advance(seconds: 10)
                let unknown = try await time {
                    try await app.call(.login, LoginRequest(email: "hang@example.net")).expectOK()
                }
                app.clock.advance(seconds: 10)
                let known = try await time {
                    try await app.call(.login, LoginRequest(email: "hang@example.net")).expectOK()
                }
                #expect(unknown >= Self.timeout && known >= Self.timeout)
                app.clock.advance(seconds: 10)
                for email in ["hang@example.net", "nobody@example.net"] {
                    let waited = try await time {
                        try await app.call(.resendOTP, ResendOTPRequest(email: email, phoneNumber: "")).expectOK()
                    }
                    #expect(waited < Self.timeout)
                }
            }
        }
    }

    @Test("after a 503 the message is retried, and an accepted one is not sent twice")
    func retry() async throws {
        let authority = try await TestAuthority.common()
        let count = Mutex(0)
        let answer: @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer = { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number <= 2 ? .status(503) : .status(201)
        }
        try await ScriptedServer.run(authority, http2: false, answer: answer) { server in
            try await run(timeout: .seconds(20)) {
                $0.twilio = Self.twilio(server, authority)
            } _: { app, counters in
                try await app.call(.login, LoginRequest(phoneNumber: "+12025550123")).expectOK()
                #expect(counters().providers[.sms] == .init(sent: 1, retried: 2))
                #expect(server.requests.count == 3 && Set(server.requests.map(\.text)).count == 1)
                // A second message is delivered; the first was not repeated meanwhile.
                try await app.call(.login, LoginRequest(phoneNumber: "+12025550124")).expectOK()
                #expect(server.requests.count == 4 && counters().providers[.sms]?.sent == 2)
            }
        }
    }

    @Test("settings that cannot work stop the start with a sentence")
    func badSettings() async throws {
        await #expect(throws: StartFailure.self) {
            try await run {
                $0.apns = APNsSettings(keyFile: "/nonexistent", keyID: "k", teamID: "t", bundleID: "b")
            } _: { _, _ in
            }
        }
    }
}
