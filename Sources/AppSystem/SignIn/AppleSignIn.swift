import AuthenticationServices
import ECallAuthentication
import ECallFlows
import Foundation
import UIKit

@MainActor
struct AppleSignIn {
    let windows: PhoneWindows

    func ask() async -> IssuerSignIn.Answer {
        guard let anchor = windows.front else { return .failed }
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.fullName, .email]
        let controller = ASAuthorizationController(authorizationRequests: [request])
        let asking = AppleAsking(anchor: anchor)
        controller.delegate = asking
        controller.presentationContextProvider = asking
        let answer = await asking.sheet.answer { controller.performRequests() }
        // Neither holds the other.
        withExtendedLifetime((controller, asking)) {}
        return answer
    }

    /// Given before family name, whatever the language: the person may change it.
    nonisolated static func name(_ components: PersonNameComponents?) -> String {
        [components?.givenName, components?.familyName].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

private final class AppleAsking: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
{
    let sheet = Sheet<IssuerSignIn.Answer>()
    private let anchor: ASPresentationAnchor

    init(anchor: ASPresentationAnchor) { self.anchor = anchor }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential,
            credential.identityToken != nil || credential.authorizationCode != nil
        else { return sheet.end(.failed) }
        sheet.end(
            .credential(
                .apple(
                    subject: credential.user, identityToken: credential.identityToken,
                    authorizationCode: credential.authorizationCode, name: AppleSignIn.name(credential.fullName))))
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        // Apple also answers 1000 if no one is signed in at the phone, after a sheet of its own.
        let isCancelled = (error as? ASAuthorizationError)?.code == .canceled
        sheet.end(isCancelled ? .cancelled : .failed)
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { anchor }
}
