import ECallAPI
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import Notifications
@testable import ServerFoundation

@Suite("Sign-in", .timeLimit(.minutes(1)))
struct SignInTests {
    /// 000-14
    @Test("001-2: a new user signs in by e-mail and sees the account")
    func signsIn() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("Ana@Example.net", name: "Ana", publicKey: TestKeys.rsa())
            let answer: UserResponse = try await app.call(.user, as: ana).value()
            #expect(
                answer.user
                    == UserInfo(
                        id: ana.id, deviceId: ana.device, displayName: "Ana", email: "ana@example.net",
                        phoneNumber: ""))
        }
    }

    /// 001-38
    @Test("a new user signs in by telephone and is shown a masked number")
    func signsInByPhone() async throws {
        try await TestApp.run { app in
            let login: AuthResponse = try await app.call(.login, LoginRequest(email: "", phoneNumber: "+12025550123"))
                .value()
            #expect(login.phoneNumber == "+12025550123")
            #expect(login.accessToken == nil)
            let message = try #require(app.outbox.messages.last)
            #expect(message.channel == .sms && message.body == "Your ECALL code: \(message.code)")
            let tokens: VerifyLoginResponse = try await app.call(
                .verifyLogin, VerifyLoginRequest(code: message.code, phoneNumber: "+12025550123")
            ).value()
            #expect(!tokens.userId.isNone && login.userId.isNone)
            #expect(tokens.expiresIn == 900 && tokens.refreshExpiresIn == 2_592_000)
            let answer: UserResponse = try await app.call(.user, token: tokens.accessToken).value()
            #expect(answer.user.displayName == "***23")
            #expect(answer.user.phoneNumber == "+12025550123" && answer.user.email == "")
        }
    }

    @Test("001-3: the mail has its subject and six digits")
    func mail() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: "ana@example.net")).expectOK()
            let message = try #require(app.outbox.messages.last)
            #expect(message.channel == .email && message.subject == "Your ECALL verification code")
            #expect(OneTimeCode(message.code) != nil && message.body.contains(message.code))
        }
    }

    @Test(
        "ASVS 6.3.8: existing and unknown accounts get the same answers, and a claim to be verified changes nothing"
    )
    func noEnumeration() async throws {
        try await TestApp.run { app in
            _ = try await app.signIn("known@example.net", name: "Known Name")
            app.clock.advance(seconds: 60)
            var ours: Set<String> = []
            for email in ["known@example.net", "unknown@example.net"] {
                let device = DevicePayload(publicKey: TestKeys.p256(), longestCode: 10)
                ours.insert(
                    try await app.call(.login, LoginRequest(email: email, device: device)).text.replacing(
                        email, with: ""))
            }
            #expect(
                ours.count == 1 && ours.allSatisfy { $0.contains(#""codeLength":6"#) && $0.contains(#""userId":0"#) })
            app.clock.advance(seconds: 60)
            for email in ["known@example.net", "unknown@example.net"] {
                let answer = try await app.call(.login, LoginRequest(email: email, verified: true))
                let login: AuthResponse = try answer.value()
                #expect(
                    login
                        == AuthResponse(userId: login.userId, email: email, phoneNumber: "", displayName: ""))
                #expect(!answer.text.contains("Known Name") && login.userId.isNone)
            }
            for email in ["known@example.net", "never-asked@example.net"] {
                app.clock.advance(seconds: 60)
                let answer = try await app.call(.resendOTP, ResendOTPRequest(email: email))
                #expect(answer.status == 200 && answer.text == "\"OTP sent\"")
            }
            #expect(app.outbox.lastCode(to: "never-asked@example.net") == nil)
            for email in ["known@example.net", "never-asked@example.net"] {
                let answer = try await app.call(.verifyLogin, VerifyLoginRequest(code: "12345", email: email))
                answer.expect(.invalidOTP)
            }
        }
    }

    /// 000-14, 001-2, 001-34
    @Test("a sign-in finds the same account, whatever the case of the address")
    func sameAccount() async throws {
        try await TestApp.run { app in
            let one = try await app.signIn("ana@example.net")
            let two = try await app.signIn("ANA@Example.NET")
            #expect(one.id == two.id && one.device != two.device)
        }
    }

    @Test("000-3: a name given before the first code is used; a later sign-in does not change it")
    func names() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: "ana@example.net")).expectOK()
            let ana = try await app.signIn("ana@example.net", name: " Ana ")
            let again = try await app.signIn("ana@example.net", name: "Mallory")
            let third = try await app.signIn("ana@example.net", name: "")
            for person in [ana, again, third] {
                let answer: UserResponse = try await app.call(.user, as: person).value()
                #expect(answer.user.displayName == "Ana")
            }
            let bob = try await app.signIn("bob.b@example.net")
            let answer: UserResponse = try await app.call(.user, as: bob).value()
            #expect(answer.user.displayName == "bob.b")
        }
    }

    @Test(
        "an invalid identifier or name is refused",
        arguments: [
            LoginRequest(), LoginRequest(email: "", phoneNumber: ""), LoginRequest(email: "ana"),
            LoginRequest(email: "ana@example"), LoginRequest(phoneNumber: "12025550123"),
            LoginRequest(phoneNumber: "+1202 5550123"), LoginRequest(email: "a\r\nBcc: x@y.zz"),
            LoginRequest(email: "ana@example.net", displayName: "a:b"),
            LoginRequest(email: "ana@example.net", displayName: String(repeating: "x", count: 51)),
            LoginRequest(email: "ana@example.net", displayName: "two\nlines"),
        ])
    func refuses(request: LoginRequest) async throws {
        try await TestApp.run { app in
            try await app.call(.login, request).expect(.loginFailed)
            #expect(app.outbox.messages.isEmpty)
        }
    }

    @Test("an unverified account is deleted after a day; a pending or verified one is not")
    func forgetting() async throws {
        let database = Shelf<any Database>()
        try await TestApp.run(
            // By number, which only clients of the stock app are told.
            configure: { $0.media.takesStockClients = true },
            callParts: { dependencies in
                database.put(dependencies.database)
                return .recording(RecordingSignals())
            },
            { app in
                let database = try #require(database.item)
                let retention = RetentionService(
                    database: database, tasks: RetentionTask.all(Limits()), clock: WallClock { app.clock.now },
                    logger: RecordedLog().logger)
                let ana = try await app.signIn("ana@example.net").id
                let ghost = try await app.call(.login, LoginRequest(email: "ghost@example.net"))
                    .value(AuthResponse.self).userId
                app.clock.advance(seconds: 86_400)
                let late = try await app.call(.login, LoginRequest(email: "late@example.net"))
                    .value(AuthResponse.self).userId
                await retention.runOnce()
                #expect(try await database.read { try UserRepository($0).find(ghost) } != nil)
                app.clock.advance(seconds: 10)
                await retention.runOnce()
                #expect(try await database.read { try UserRepository($0).find(ghost) } == nil)
                for user in [ana, late] {
                    #expect(try await database.read { try UserRepository($0).find(user) } != nil)
                }
            })
    }

    @Test("a channel without a provider is disabled and reported as such")
    func channelOff() async throws {
        try await TestApp.run(channels: [.email]) { app in
            let config: AppConfig = try await app.call(.appConfig).value()
            #expect(!config.twilioConfigured && config.emailConfigured == true && !config.appleLoginConfigured)
            try await app.call(.login, LoginRequest(phoneNumber: "+12025550123")).expect(.requestOTPFailed)
            try await app.call(.resendOTP, ResendOTPRequest(phoneNumber: "+12025550123")).expect(.requestOTPFailed)
            try await app.call(.login, LoginRequest(email: "ana@example.net")).expectOK()
        }
        try await TestApp.run(channels: []) { app in
            let config: AppConfig = try await app.call(.appConfig).value()
            #expect(config.emailConfigured == false)
            try await app.call(.login, LoginRequest(email: "ana@example.net")).expect(.requestOTPFailed)
        }
    }
}
