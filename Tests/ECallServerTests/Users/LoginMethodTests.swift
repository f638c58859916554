import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("Login methods", .timeLimit(.minutes(1)))
struct LoginMethodTests {
    private static func list(_ answer: Answer) throws -> [LoginMethodInfo] {
        try answer.value(LoginMethodsResponse.self).loginMethods
    }

    /// 001-30
    @Test("000-7: methods are listed, added by code, made primary and removed; each leads to the same account")
    func life() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let first = try #require(try Self.list(await app.call(.loginMethods, as: ana)).first)
            #expect(first.type == .email && first.value == "ana@example.net" && first.isPrimary)
            #expect(first.verifiedAt != nil)
            try await AccountTests.prove("ana@work.example", as: ana, in: app)
            let add = AddLoginMethodRequest(email: "ana@work.example")
            let two = try Self.list(await app.call(.addLoginMethod, add, as: ana))
            #expect(two.map(\.value) == ["ana@example.net", "ana@work.example"])
            // The app retries.
            #expect(try Self.list(await app.call(.addLoginMethod, add, as: ana)) == two)
            #expect(try await app.signIn("ana@work.example").id == ana.id)
            let work = PrimaryLoginMethodRequest(id: two[1].id)
            let swapped = try Self.list(await app.call(.primaryLoginMethod, work, as: ana))
            #expect(swapped.map(\.isPrimary) == [true, false] && swapped[0].value == "ana@work.example")
            let user: UserResponse = try await app.call(.user, as: ana).value()
            #expect(user.user.email == "ana@work.example")
            for _ in 0..<2 {
                let left = try Self.list(await app.call(.removeLoginMethod, id: first.id.rawValue, as: ana))
                #expect(left.map(\.value) == ["ana@work.example"])
            }
            try await app.call(.removeLoginMethod, id: two[1].id.rawValue, as: ana).expect(.updateUserFailed)
            app.clock.advance(seconds: Limits().takeBackTime)
            #expect(try await app.signIn("ana@example.net").id != ana.id)
        }
    }

    /// 000-7, 000-68
    @Test("a number is added with the code in the request itself")
    func byPhone() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.call(.resendOTP, ResendOTPRequest(email: "", phoneNumber: "+12025550123"), as: ana).expectOK()
            let code = try #require(app.outbox.lastCode(to: "+12025550123"))
            let wrong = AddLoginMethodRequest(phoneNumber: "+12025550123", code: code == "111111" ? "222222" : "111111")
            try await app.call(.addLoginMethod, wrong, as: ana).expect(.otpMismatched)
            let add = AddLoginMethodRequest(email: "", phoneNumber: "+12025550123", code: code)
            let methods = try Self.list(await app.call(.addLoginMethod, add, as: ana))
            #expect(methods.map(\.type) == [.email, .phone])
            let user: UserResponse = try await app.call(.user, as: ana).value()
            #expect(user.user.phoneNumber == "+12025550123" && user.user.email == "ana@example.net")
        }
    }

    @Test("removing the primary method makes the oldest remaining one primary")
    func primaryLeaves() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await AccountTests.prove("b@example.net", as: ana, in: app)
            let both = try Self.list(
                await app.call(.addLoginMethod, AddLoginMethodRequest(email: "b@example.net"), as: ana))
            let left = try Self.list(await app.call(.removeLoginMethod, id: both[0].id.rawValue, as: ana))
            #expect(left.map(\.value) == ["b@example.net"] && left[0].isPrimary)
            let user: UserResponse = try await app.call(.user, as: ana).value()
            #expect(user.user.email == "b@example.net")
        }
    }

    @Test("another account's method, unproven ones and an eleventh are refused")
    func refused() async throws {
        try await TestApp.run { app in
            let (ana, eve) = (try await app.signIn("ana@example.net"), try await app.signIn("eve@example.net"))
            let method = try #require(try Self.list(await app.call(.loginMethods, as: ana)).first)
            try await app.call(.primaryLoginMethod, PrimaryLoginMethodRequest(id: method.id), as: eve)
                .expect(.updateUserFailed)
            _ = try Self.list(await app.call(.removeLoginMethod, id: method.id.rawValue, as: eve))
            #expect(try Self.list(await app.call(.loginMethods, as: ana)).count == 1)
            try await app.call(.addLoginMethod, AddLoginMethodRequest(email: "x@example.net"), as: eve)
                .expect(.verifyOTPFailed)
            try await app.call(.addLoginMethod, AddLoginMethodRequest(email: "ana@example.net"), as: eve)
                .expect(.emailAlreadyRegistered)
            try await app.call(.addLoginMethod, AddLoginMethodRequest(), as: eve).expect(.loginFailed)
            for number in 1...10 {
                // Codes are limited per hour.
                app.clock.advance(seconds: 3600)
                let now = try await app.signIn("eve@example.net")
                try await AccountTests.prove("e\(number)@example.net", as: now, in: app)
                let add = AddLoginMethodRequest(email: "e\(number)@example.net")
                let answer = try await app.call(.addLoginMethod, add, as: now)
                if number < 10 { answer.expectOK() } else { answer.expect(.updateUserFailed) }
            }
        }
    }
}
