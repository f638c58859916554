import ECallAPI
import Foundation
package import ServerFoundation

/// Exchanges an authorization code for an ID token, from server to server (RFC 6749 section 4.1.3).
package struct CodeExchange: Sendable {
    package let issuer: Issuer
    package let secret: ClientSecret
    package let transport: any IssuerTransport
    package let clock: WallClock

    /// The redirect parameters of a code from a browser, which prove that this server requested it for this browser.
    package struct Redirection: Sendable, Hashable {
        package let uri: String
        /// The secret behind the challenge that the flow began with (RFC 7636 section 4.5).
        package let verifier: String

        package init(uri: String, verifier: String) {
            self.uri = uri
            self.verifier = verifier
        }
    }

    /// The longest accepted code, in bytes.
    package static let longestCode = 2048

    /// Returns the issuer's ID token, not yet verified.
    package func exchange(
        _ code: String, clientID: String, redirection: Redirection? = nil
    ) async throws(ExternalFailure) -> String {
        guard code.utf8.count <= Self.longestCode else { throw .codeRefused }
        let endpoint = try await issuer.endpoints().token
        let answer: IssuerAnswer
        do {
            var form = [
                FormField("grant_type", "authorization_code"), FormField("code", code),
                FormField("client_id", clientID),
                FormField("client_secret", try await secret.text(for: clientID, at: clock.now())),
            ]
            if let redirection {
                form += [
                    FormField("redirect_uri", redirection.uri), FormField("code_verifier", redirection.verifier),
                ]
            }
            answer = try await transport.send(IssuerRequest(url: endpoint, form: form))
        } catch {
            throw .unavailable
        }
        return try Self.read(answer)
    }

    /// `invalid_grant` is the code's fault; any other answer without a token is the fault of the issuer or of the settings.
    package static func read(_ answer: IssuerAnswer) throws(ExternalFailure) -> String {
        struct Tokens: Decodable { let id_token: String }
        struct Refusal: Decodable { let error: String }
        let body = Data(answer.body)
        if answer.status == 200, let tokens = try? JSONDecoder().decode(Tokens.self, from: body) {
            return tokens.id_token
        }
        let refusal = try? JSONDecoder().decode(Refusal.self, from: body)
        throw answer.status == 400 && refusal?.error == "invalid_grant" ? .codeRefused : .unavailable
    }
}
