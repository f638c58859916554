import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("The account", .timeLimit(.minutes(1)))
struct AccountTests {
    /// Sends a code to the address for the person and proves it.
    static func prove(_ email: String, as person: Person, in app: TestApp) async throws {
        let resent = try await app.call(.resendOTP, ResendOTPRequest(email: email, phoneNumber: ""), as: person)
        #expect(resent.text == "\"OTP sent\"")
        let code = try #require(app.outbox.lastCode(to: email))
        let verified = try await app.call(.verify, VerifyRequest(code: code, email: email), as: person)
        #expect(verified.status == 200 && verified.text == "\"ok\"")
    }

    private static func profile(_ app: TestApp, _ person: Person) async throws -> UserInfo {
        try await app.call(.user, as: person).value(UserResponse.self).user
    }

    @Test("000-6: the name is changed by PATCH and by PUT, and other devices are notified")
    func name() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let tablet = try await app.signIn("ana@example.net")
            let body = UpdateUserRequest(displayName: "Anna", voipToken: "", apnsToken: "")
            let answer: UserResponse = try await app.call(.updateUser, body, as: ana).value()
            #expect(answer.user.displayName == "Anna" && answer.user.email == "ana@example.net")
            let told = app.signals.delivered.filter { $0.signal.kind == .userUpdated }.map(\.device)
            #expect(Set(told) == [ana.device, tablet.device])
            #expect(app.push.alerts.last == .init(alert: .userInfoUpdate, user: ana.id, except: ana.device))
            let put = Data(#"{"displayName":"Anouk","voipToken":"","apnsToken":""}"#.utf8)
            try await app.send(.put, "/api/user", put, token: ana.accessToken).expectOK()
            #expect(try await Self.profile(app, tablet).displayName == "Anouk")
            // "" means "not provided".
            try await app.call(.updateUser, UpdateUserRequest(displayName: ""), as: ana).expectOK()
            #expect(try await Self.profile(app, ana).displayName == "Anouk")
            for name in ["a:b", String(repeating: "x", count: 51), "two\nlines"] {
                try await app.call(.updateUser, UpdateUserRequest(displayName: name), as: ana).expect(.updateUserFailed)
            }
        }
    }

    /// 000-68
    @Test("000-6: the address is changed by code; a week later the old one signs in to another account")
    func email() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let change = UpdateUserRequest(displayName: "Ana", email: "ana@new.example")
            try await app.call(.updateUser, change, as: ana).expect(.verifyOTPFailed)
            try await Self.prove("ana@new.example", as: ana, in: app)
            let answer: UserResponse = try await app.call(.updateUser, change, as: ana).value()
            #expect(answer.user.email == "ana@new.example")
            // The app retries: an unchanged value needs no proof.
            try await app.call(.updateUser, change, as: ana).expectOK()
            #expect(try await app.signIn("ana@new.example").id == ana.id)
            app.clock.advance(seconds: Limits().takeBackTime)
            #expect(try await app.signIn("ana@example.net").id != ana.id)
        }
    }

    @Test("W20: a proof is valid for one user, one device, one identifier, ten minutes and one change")
    func proofIsBound() async throws {
        var limits = Limits.development
        limits.freshSignIn = 86_400
        try await TestApp.run(limits: limits) { app in
            let ana = try await app.signIn("ana@example.net")
            let phone = try await app.signIn("ana@example.net")
            let eve = try await app.signIn("eve@example.net")
            try await Self.prove("new@example.net", as: ana, in: app)
            let change = UpdateUserRequest(email: "new@example.net")
            for other in [phone, eve] { try await app.call(.updateUser, change, as: other).expect(.verifyOTPFailed) }
            try await app.call(.updateUser, UpdateUserRequest(email: "newer@example.net"), as: ana)
                .expect(.verifyOTPFailed)
            app.clock.advance(seconds: 600)
            try await app.call(.updateUser, change, as: ana).expect(.verifyOTPFailed)
            try await Self.prove("new@example.net", as: ana, in: app)
            try await app.call(.updateUser, change, as: ana).expectOK()
            try await Self.prove("third@example.net", as: ana, in: app)
            try await app.call(.updateUser, UpdateUserRequest(email: "third@example.net"), as: ana).expectOK()
            try await app.call(.updateUser, change, as: ana).expect(.verifyOTPFailed)
        }
    }

    @Test("the code of a change signs no one in, and a sign-in code changes nothing")
    func codesApart() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.call(.resendOTP, ResendOTPRequest(email: "new@example.net"), as: ana).expectOK()
            let code = try #require(app.outbox.lastCode(to: "new@example.net"))
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: "new@example.net"))
                .expect(.invalidOTP)
            try await app.call(.login, LoginRequest(email: "other@example.net")).expectOK()
            let signInCode = try #require(app.outbox.lastCode(to: "other@example.net"))
            try await app.call(.verify, VerifyRequest(code: signInCode, email: "other@example.net"), as: ana)
                .expect(.invalidOTP)
            try await app.call(.verify, VerifyRequest(code: code, email: "new@example.net")).expect(.verifyOTPFailed)
        }
    }

    @Test("another account's proven address cannot be taken; an unproven one can")
    func taken() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            _ = try await app.signIn("bob@example.net")
            try await app.call(.resendOTP, ResendOTPRequest(email: "bob@example.net"), as: ana)
                .expect(.emailAlreadyRegistered)
            try await app.call(.resendOTP, ResendOTPRequest(email: "ana@example.net"), as: ana)
                .expect(.resendOTPFailed)
            let typed: AuthResponse = try await app.call(.login, LoginRequest(email: "typed@example.net")).value()
            app.clock.advance(seconds: 10)
            try await Self.prove("typed@example.net", as: ana, in: app)
            try await app.call(.updateUser, UpdateUserRequest(email: "typed@example.net"), as: ana).expectOK()
            let again = try await app.signIn("typed@example.net")
            #expect(again.id == ana.id && again.id != typed.userId)
        }
    }

    @Test("a number that another account has cannot be taken")
    func takenNumber() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.call(.login, LoginRequest(email: "", phoneNumber: "+12025550123")).expectOK()
            let code = try #require(app.outbox.lastCode(to: "+12025550123"))
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, phoneNumber: "+12025550123")).expectOK()
            app.clock.advance(seconds: 10)
            try await app.call(.resendOTP, ResendOTPRequest(email: "", phoneNumber: "+12025550123"), as: ana)
                .expect(.phoneAlreadyRegistered)
        }
    }

    @Test("if two accounts prove the same address, the first change wins, and the second is refused")
    func race() async throws {
        try await TestApp.run { app in
            let people = [try await app.signIn("ana@example.net"), try await app.signIn("bob@example.net")]
            for person in people {
                try await Self.prove("new@example.net", as: person, in: app)
                app.clock.advance(seconds: 10)
            }
            let change = UpdateUserRequest(email: "new@example.net")
            let statuses = try await atOnce(2) { try await app.call(.updateUser, change, as: people[$0]).status }
            #expect(statuses.sorted() == [200, 409])
        }
    }

    @Test("wrong codes of a change are limited like those of a sign-in")
    func attempts() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.call(.resendOTP, ResendOTPRequest(email: "new@example.net"), as: ana).expectOK()
            let code = try #require(app.outbox.lastCode(to: "new@example.net"))
            let wrong = VerifyRequest(code: code == "123456" ? "654321" : "123456", email: "new@example.net")
            for _ in 0..<4 { try await app.call(.verify, wrong, as: ana).expect(.otpMismatched) }
            try await app.call(.verify, wrong, as: ana).expect(.tooManyFailedAttempts)
            try await app.call(.verify, VerifyRequest(code: code, email: "new@example.net"), as: ana)
                .expect(.tooManyFailedAttempts)
        }
    }

    @Test("resend-otp reports an expired token, so that the client refreshes it")
    func expiredToken() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            app.clock.advance(seconds: 900)
            try await app.call(.resendOTP, ResendOTPRequest(email: "new@example.net"), as: ana)
                .expect(.accessTokenExpired)
        }
    }

    @Test("000-9: an account is deleted after fifteen days, unless it is kept; a repeated request keeps the date")
    func deletion() async throws {
        let database = Shelf<any Database>()
        try await TestApp.run(
            callParts: { dependencies in
                database.put(dependencies.database)
                return .recording(RecordingSignals())
            },
            { app in
                let (ana, bob) = (try await app.signIn("ana@example.net"), try await app.signIn("bob@example.net"))
                try await app.befriend(ana, bob)
                let first: DeleteUserResponse = try await app.call(.deleteUser, as: ana).value()
                #expect(first.deletedAt == app.clock.now.advanced(bySeconds: 15 * 86_400))
                app.clock.advance(seconds: 60)
                #expect(try await app.call(.deleteUser, as: ana).value(DeleteUserResponse.self) == first)
                #expect(try await Self.profile(app, ana).deletedAt == first.deletedAt)
                let cancelled = try await app.call(.cancelDelete, as: ana)
                #expect(cancelled.status == 200 && cancelled.text == "{}")
                #expect(try await Self.profile(app, ana).deletedAt == nil)
                let second: DeleteUserResponse = try await app.call(.deleteUser, as: ana).value()
                let shelf = try #require(database.item)
                let task = try #require(RetentionTask.all(Limits()).first { $0.name == "deleted accounts" })
                let early = second.deletedAt.advanced(bySeconds: -1)
                #expect(try await task.part(shelf, early, 100, 0).count == 0)
                #expect(try await task.part(shelf, second.deletedAt, 100, 0).count == 1)
                try await app.call(.user, as: ana).expect(.userNotFound)
                #expect(try await app.call(.contacts, as: bob).value(ContactsResponse.self).contacts.isEmpty)
                #expect(try await app.signIn("ana@example.net").id != ana.id)
            })
    }
}
