package import ECallAPI
import ServerFoundation

/// The rules for the claims of a token with a valid signature (OpenID Connect Core 3.1.3.7). Pure.
package struct IDTokenRules: Sendable, Hashable {
    /// The tolerance of the issuer's clock, in seconds.
    package static let leeway = 60
    /// The largest accepted age of a token, in seconds: Apple's are valid for a day.
    package static let largestAge = 3600

    package let issuer: String
    /// The accepted signature algorithms: asymmetric ones only.
    package let algorithms: Set<String>

    /// - Parameter nonce: the nonce that the token must repeat; nil if none was sent.
    package func check(
        _ claims: IDTokenClaims, audiences: Set<String>, nonce: String?, at now: Timestamp
    ) throws(IDTokenProblem) {
        guard claims.issuer == issuer else { throw .wrongIssuer }
        try checkAudience(claims, audiences)
        try checkTimes(claims, at: now)
        let subject = claims.subject.utf8
        guard !subject.isEmpty, subject.count <= 255, subject.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badSubject
        }
        if let nonce {
            guard let given = claims.nonce, HexDigest.areEqual(given, nonce) else { throw .wrongNonce }
        }
    }

    /// If there are several audiences, each must be one of ours, and so must be the authorized party.
    private func checkAudience(_ claims: IDTokenClaims, _ audiences: Set<String>) throws(IDTokenProblem) {
        guard !claims.audience.isEmpty, claims.audience.allSatisfy(audiences.contains) else { throw .wrongAudience }
        if claims.audience.count > 1 {
            guard let party = claims.authorizedParty, audiences.contains(party) else { throw .wrongAudience }
        }
    }

    private func checkTimes(_ claims: IDTokenClaims, at now: Timestamp) throws(IDTokenProblem) {
        let (seconds, leeway) = (Double(now.milliseconds) / 1000, Double(Self.leeway))
        let range = 0..<Double(1 << 40)
        guard range.contains(claims.expiry), range.contains(claims.issuedAt) else { throw .malformed }
        guard seconds < claims.expiry + leeway else { throw .expired }
        guard claims.issuedAt <= seconds + leeway else { throw .notYetValid }
        if let notBefore = claims.notBefore {
            guard range.contains(notBefore) else { throw .malformed }
            guard notBefore <= seconds + leeway else { throw .notYetValid }
        }
        guard seconds - claims.issuedAt <= Double(Self.largestAge) + leeway else { throw .tooOld }
    }

    /// The time from which the token is refused by its times alone; its use is remembered until then.
    package func end(of claims: IDTokenClaims) -> Timestamp {
        let seconds = min(claims.expiry, claims.issuedAt + Double(Self.largestAge)) + Double(Self.leeway) + 1
        return Timestamp(milliseconds: Int64(seconds * 1000))
    }

    package init(issuer: String, algorithms: Set<String>) {
        self.issuer = issuer
        self.algorithms = algorithms
    }
}
