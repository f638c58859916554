import ECallAPI
import Foundation
import Testing

@testable import ECallServer

@Suite("Sign-in", .timeLimit(.minutes(1)))
struct SignInTests {
    @Test("a new user signs in by e-mail and sees the account")
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

    @Test("a new user signs in by telephone and is shown masked")
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
            #expect(tokens.userId == login.userId)
            #expect(tokens.expiresIn == 900 && tokens.refreshExpiresIn == 2_592_000)
            let answer: UserResponse = try await app.call(.user, token: tokens.accessToken).value()
            #expect(answer.user.displayName == "***23")
            #expect(answer.user.phoneNumber == "+12025550123" && answer.user.email == "")
        }
    }
}
