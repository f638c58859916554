@_spi(Phone) import AuthenticationServices
import ECallAuthentication
import ECallFlows
import Foundation
import Testing
@_spi(Phone) import UIKit

@testable import AppSystem

@Suite("Sign in with Apple", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct AppleSignInTests {
    private struct SomethingElse: Error {}
    private final class Password: NSObject, ASAuthorizationCredential {}

    private let screen = Screen()

    private func ask(_ answer: Result<ASAuthorization, any Error>) async -> IssuerSignIn.Answer {
        ASAuthorizationController.answer = answer
        return await AppleSignIn(windows: screen.windows).ask()
    }

    private func credential(_ token: Data?, _ code: Data?, _ name: PersonNameComponents? = nil) -> ASAuthorization {
        ASAuthorization(ASAuthorizationAppleIDCredential(user: "007", token: token, code: code, name: name))
    }

    /// 000-19, 000-21, 001-39
    @Test("the user id, token, code and name that the sheet returns reach the library")
    func signsIn() async {
        var name = PersonNameComponents()
        (name.givenName, name.familyName) = ("Ana", "Silva")
        let answer = await ask(.success(credential(Data("token".utf8), Data("code".utf8), name)))
        let expected = IssuerCredential.apple(
            subject: "007", identityToken: Data("token".utf8), authorizationCode: Data("code".utf8), name: "Ana Silva")
        #expect(answer == .credential(expected))
        #expect(ASAuthorizationController.scopes == [.fullName, .email])
    }

    @Test("a token or a code is enough; a credential with neither, or of another kind, fails")
    func needsProof() async {
        let (token, code) = (Data("token".utf8), Data("code".utf8))
        #expect(
            await ask(.success(credential(token, nil)))
                == .credential(.apple(subject: "007", identityToken: token, authorizationCode: nil)))
        #expect(
            await ask(.success(credential(nil, code)))
                == .credential(.apple(subject: "007", identityToken: nil, authorizationCode: code)))
        #expect(await ask(.success(credential(nil, nil))) == .failed)
        #expect(await ask(.success(ASAuthorization(Password()))) == .failed)
    }

    @Test("each error is a failure, except canceling", arguments: ASAuthorizationError.Code.allCases)
    func errors(_ code: ASAuthorizationError.Code) async {
        #expect(await ask(.failure(ASAuthorizationError(code))) == (code == .canceled ? .cancelled : .failed))
        #expect(await ask(.failure(SomethingElse())) == .failed)
    }

    @Test("no sheet is requested without a screen")
    func noScreen() async {
        UIApplication.shared.connectedScenes = []
        #expect(await ask(.success(credential(Data(), nil))) == .failed)
    }

    @Test("a name may be incomplete")
    func names() {
        var name = PersonNameComponents()
        #expect(AppleSignIn.name(nil).isEmpty && AppleSignIn.name(name).isEmpty)
        name.familyName = "Silva"
        #expect(AppleSignIn.name(name) == "Silva")
        name.givenName = ""
        #expect(AppleSignIn.name(name) == "Silva")
    }
}
