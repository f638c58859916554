import AuthenticationServices
import ECallAuthentication
import ECallCore
import ECallFlows
import Foundation
import UIKit

/// Signing in at Google, in a sheet of the system's browser.
@MainActor
struct GoogleSignIn {
    /// The app's client ID at Google; nil if the publisher has none.
    let clientID: String?
    let windows: PhoneWindows
    /// To Google: the system's authorities count, not those of the own server.
    var transport: any HTTPTransport = AsyncHTTPTransport()

    func ask() async -> IssuerSignIn.Answer {
        guard let clientID, let request = GoogleRequest(clientID: clientID), let page = request.page,
            let anchor = windows.front
        else { return .failed }
        switch await visit(page, scheme: request.scheme, anchor: anchor) {
        case .cancelled: return .cancelled
        case .failed: return .failed
        case .cameBack(let url):
            switch request.read(url) {
            case .cancelled: return .cancelled
            case .failed: return .failed
            case .code(let code): return await redeem(code, of: request)
            }
        }
    }

    private func redeem(_ code: String, of request: GoogleRequest) async -> IssuerSignIn.Answer {
        do throws(HTTPTransportError) {
            let response = try await transport.perform(request.redemption(of: code))
            return GoogleRequest.idToken(in: response).map { .credential(.google(idToken: $0)) } ?? .failed
        } catch {
            return .failed
        }
    }

    // MARK: - The sheet

    private enum Visit: Sendable {
        case cameBack(URL)
        case cancelled
        case failed

        init(_ url: URL?, _ error: (any Error)?) {
            if let url {
                self = .cameBack(url)
            } else {
                self = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin ? .cancelled : .failed
            }
        }
    }

    private func visit(_ page: URL, scheme: String, anchor: ASPresentationAnchor) async -> Visit {
        let (sheet, place) = (Sheet<Visit>(), WebPlace(anchor: anchor))
        let session = ASWebAuthenticationSession(url: page, callback: .customScheme(scheme)) {
            @Sendable url, error in sheet.end(Visit(url, error))
        }
        session.presentationContextProvider = place
        let visit = await sheet.answer { if !session.start() { sheet.end(.failed) } }
        // The session ends when it is released, and does not retain its context provider.
        withExtendedLifetime((session, place)) {}
        return visit
    }
}

private final class WebPlace: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let anchor: ASPresentationAnchor

    init(anchor: ASPresentationAnchor) { self.anchor = anchor }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
}
