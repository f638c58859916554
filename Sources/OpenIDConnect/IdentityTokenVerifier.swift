package import ECallAPI
import Foundation
package import ServerFoundation

/// Verifies ID tokens completely and returns the person they name.
package struct IdentityTokenVerifier: Sendable {
    package let type: LoginMethodType
    package let rules: IDTokenRules
    package let issuer: Issuer
    package let clock: WallClock

    /// A verified token: its person, and until when its use must be remembered.
    package struct Verified: Sendable, Hashable {
        package let identity: ExternalIdentity
        package let audience: [String]
        package let digest: String
        package let end: Timestamp
    }

    /// The cheap checks come first; nothing is fetched for a token with invalid claims.
    package func verify(
        _ text: String, audiences: Set<String>, nonce: String? = nil
    ) async throws(ExternalFailure) -> Verified {
        let now = clock.now()
        let (token, claims): (CompactToken, IDTokenClaims)
        do throws(IDTokenProblem) {
            token = try CompactToken(text, algorithms: rules.algorithms)
            claims = try IDTokenClaims(json: token.claims)
            try rules.check(claims, audiences: audiences, nonce: nonce, at: now)
        } catch {
            throw .refused(error)
        }
        guard try await issuer.key(token.key).verifies(token.signature, of: token.signingInput) else {
            throw .refused(.wrongSignature)
        }
        return Verified(
            identity: ExternalIdentity(claims, type: type), audience: claims.audience, digest: token.digest,
            end: rules.end(of: claims))
    }
}
