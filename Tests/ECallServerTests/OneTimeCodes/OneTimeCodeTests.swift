import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("One-time codes", .timeLimit(.minutes(1)))
struct OneTimeCodeTests {
    private static let email = "ana@example.net"

    private static func other(than code: String) -> String { code == "123456" ? "654321" : "123456" }

    @Test("001-4, ASVS 6.5.1: a code is valid once")
    func singleUse() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let request = VerifyLoginRequest(code: try #require(app.outbox.lastCode(to: Self.email)), email: Self.email)
            try await app.call(.verifyLogin, request).expectOK()
            try await app.call(.verifyLogin, request).expect(.invalidOTP)
        }
    }

    /// 001-27
    @Test("of many simultaneous attempts with the right code one signs in")
    func singleUseAtOnce() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let request = VerifyLoginRequest(code: try #require(app.outbox.lastCode(to: Self.email)), email: Self.email)
            let statuses = try await atOnce(20) { _ in try await app.call(.verifyLogin, request).status }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.filter { $0 == 400 }.count == 19)
        }
    }

    /// 001-4
    @Test("ASVS 6.6.3: the fifth wrong attempt ends the code, and the right one is refused afterwards")
    func attempts() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.email))
            let wrong = VerifyLoginRequest(code: Self.other(than: code), email: Self.email)
            for _ in 0..<4 { try await app.call(.verifyLogin, wrong).expect(.otpMismatched) }
            let answer = try await app.call(.verifyLogin, wrong)
            answer.expect(.tooManyFailedAttempts)
            #expect(answer.text.contains("Too many failed attempts."))
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email))
                .expect(.tooManyFailedAttempts)
            // A new code starts over at once.
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let fresh = try #require(app.outbox.lastCode(to: Self.email))
            #expect(app.outbox.messages.count == 2)
            try await app.call(.verifyLogin, VerifyLoginRequest(code: fresh, email: Self.email)).expectOK()
        }
    }

    @Test("001-5, ASVS 6.5.5: a code is valid for ten minutes", arguments: [(599, true), (600, false)])
    func expiry(seconds: Int, isGood: Bool) async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.email))
            app.clock.advance(seconds: seconds)
            let answer = try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email))
            if isGood { answer.expectOK() } else { answer.expect(.otpExpired) }
        }
    }

    @Test("ASVS 6.6.2: a code is valid for its own identifier only, and only the newest one")
    func boundToIdentifier() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            try await app.call(.login, LoginRequest(email: "eve@example.net")).expectOK()
            let code = try #require(app.outbox.lastCode(to: "eve@example.net"))
            guard code != app.outbox.lastCode(to: Self.email) else { return }
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email)).expect(.otpMismatched)
        }
    }

    /// 000-20
    @Test("a malformed code uses up no attempt", arguments: ["", "12345", "1234567", "12345a", "１２３４５６", "12 456"])
    func malformed(code: String) async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            for _ in 0..<6 {
                try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email)).expect(.invalidOTP)
            }
            let right = try #require(app.outbox.lastCode(to: Self.email))
            try await app.call(.verifyLogin, VerifyLoginRequest(code: right, email: Self.email)).expectOK()
        }
    }

    @Test("a device that cannot be registered does not use the code up")
    func badDevice() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.email))
            let bad = [
                DevicePayload(publicKey: "bm90IGEga2V5"),
                DevicePayload(deviceName: String(repeating: "x", count: 129)),
                DevicePayload(voipToken: String(repeating: "x", count: 513)),
            ]
            for device in bad {
                try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email, device: device))
                    .expect(.registerDeviceFailed)
            }
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email)).expectOK()
        }
    }

    @Test("a repeated request within five seconds is the same request; a later one sends a new code")
    func repetition() async throws {
        try await TestApp.run { app in
            let ids = try await atOnce(20) { _ in
                try await app.call(.login, LoginRequest(email: Self.email)).value(AuthResponse.self).userId
            }
            #expect(Set(ids).count == 1)
            #expect(app.outbox.messages.count == 1)
            app.clock.advance(seconds: 4)
            try await app.call(.resendOTP, ResendOTPRequest(email: Self.email, phoneNumber: "")).expectOK()
            #expect(app.outbox.messages.count == 1)
            app.clock.advance(seconds: 1)
            try await app.call(.resendOTP, ResendOTPRequest(email: Self.email, phoneNumber: "")).expectOK()
            #expect(app.outbox.messages.count == 2)
            let (first, second) = (app.outbox.messages[0].code, app.outbox.messages[1].code)
            if first != second {
                try await app.call(.verifyLogin, VerifyLoginRequest(code: first, email: Self.email))
                    .expect(.otpMismatched)
            }
            try await app.call(.verifyLogin, VerifyLoginRequest(code: second, email: Self.email)).expectOK()
        }
    }

    @Test("001-6, ASVS 6.6.3: codes for one identifier are limited, and so are codes from one address")
    func limits() async throws {
        var limits = Limits()
        limits.codesPerIdentifier = Rate(count: 3, seconds: 600)
        limits.codesPerIdentifierAndAddress = Rate(count: 3, seconds: 600)
        limits.codesPerAddress = Rate(count: 4, seconds: 3600)
        try await TestApp.run(limits: limits) { app in
            for _ in 0..<3 {
                try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
                app.clock.advance(seconds: 10)
            }
            try await app.call(.login, LoginRequest(email: Self.email)).expect(.reachedMaxResendAttempts)
            try await app.call(.login, LoginRequest(email: "bob@example.net")).expectOK()
            try await app.call(.login, LoginRequest(email: "eve@example.net")).expect(.requestOTPFailed)
            #expect(app.outbox.messages.count == 4)
            app.clock.advance(seconds: 3600)
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
        }
    }

    @Test("attempts from one address are limited")
    func verificationLimit() async throws {
        var limits = Limits()
        limits.verificationsPerAddress = Rate(count: 2, seconds: 3600)
        try await TestApp.run(limits: limits) { app in
            let request = VerifyLoginRequest(code: "123456", email: Self.email)
            for _ in 0..<2 { try await app.call(.verifyLogin, request).expect(.invalidOTP) }
            try await app.call(.verifyLogin, request).expect(.tooManyFailedAttempts)
        }
    }

    @Test("a failing provider gives 503; automatic retries are not counted, and a later request sends a code")
    func deliveryFails() async throws {
        var limits = Limits()
        limits.codesPerIdentifier = Rate(count: 2, seconds: 600)
        try await TestApp.run(limits: limits) { app in
            app.outbox.setDown(true)
            // The app retries after 1, 2 and 4 seconds.
            for (wait, left) in [(0, "10"), (1, "9"), (2, "7"), (4, "3")] {
                app.clock.advance(seconds: wait)
                let answer = try await app.call(.login, LoginRequest(email: Self.email))
                #expect(answer.status == 503 && answer.headers[.retryAfter] == left)
                let envelope = try JSONDecoder().decode(ErrorEnvelope.self, from: answer.body)
                #expect(envelope.code == .sendOTPFailed && envelope.error.status == 503)
                #expect(!envelope.error.title.contains("address"))
            }
            // Another identifier's request is not answered from memory.
            app.outbox.setDown(false)
            try await app.call(.login, LoginRequest(email: "bo@example.net")).expectOK()
            app.clock.advance(seconds: 3)
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            #expect(app.outbox.messages.count == 2)
        }
    }

    /// 001-22
    @Test("ASVS 6.5.3, 6.5.4: every code has six random digits, and leading zeros occur")
    func shape() {
        let codes = (0..<2000).map { _ in OneTimeCode.random().digits }
        #expect(codes.allSatisfy { OneTimeCode($0) != nil })
        #expect(codes.contains { $0.hasPrefix("0") })
        #expect(Set(codes).count > 1900)
    }

    @Test("an attempt is judged by the pending code and the time")
    func judging() {
        let now = Timestamp(milliseconds: 1_000_000)
        func pending(_ digest: String, left: Int = 5, lifetime: Int = 1) -> PendingCode {
            PendingCode(digest: digest, sentAt: now, expiresAt: now.advanced(bySeconds: lifetime), attemptsLeft: left)
        }
        #expect(CodeAttempt.judge(nil, digest: "a", at: now) == .nothingPending)
        #expect(CodeAttempt.judge(pending("a"), digest: "a", at: now) == .accepted)
        #expect(CodeAttempt.judge(pending("a", left: 1), digest: "b", at: now) == .wrong(attemptsLeft: 0))
        #expect(CodeAttempt.judge(pending("a", left: 0), digest: "a", at: now) == .exhausted)
        #expect(CodeAttempt.judge(pending("a", lifetime: 0), digest: "a", at: now) == .expired)
    }
}
