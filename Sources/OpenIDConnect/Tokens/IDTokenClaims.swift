package import Foundation

/// The decoded but unverified claims of an ID token (OpenID Connect Core 2).
package struct IDTokenClaims: Sendable, Hashable {
    package let issuer: String
    package let subject: String
    package let audience: [String]
    package let authorizedParty: String?
    /// Unix seconds, as are the others.
    package let expiry: Double
    package let issuedAt: Double
    package let notBefore: Double?
    package let nonce: String?
    package let email: String?
    package let isEmailVerified: Bool
    package let hostedDomain: String?
    package let name: String?

    package init(
        issuer: String, subject: String, audience: [String], authorizedParty: String? = nil, expiry: Double,
        issuedAt: Double, notBefore: Double? = nil, nonce: String? = nil, email: String? = nil, isEmailVerified: Bool,
        hostedDomain: String? = nil, name: String? = nil
    ) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.authorizedParty = authorizedParty
        self.expiry = expiry
        self.issuedAt = issuedAt
        self.notBefore = notBefore
        self.nonce = nonce
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.hostedDomain = hostedDomain
        self.name = name
    }
}

extension IDTokenClaims: Decodable {
    private enum CodingKeys: String, CodingKey {
        case iss, sub, aud, azp, exp, iat, nbf, nonce, email, hd, name, events
        case emailVerified = "email_verified"
    }

    package init(json: Data) throws(IDTokenProblem) {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch let problem as IDTokenProblem {
            throw problem
        } catch {
            throw .malformed
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // A logout token has the same signer and audience (OpenID Connect Back-Channel Logout 2.4).
        guard !container.contains(.events) else { throw IDTokenProblem.wrongType }
        issuer = try container.decode(String.self, forKey: .iss)
        subject = try container.decode(String.self, forKey: .sub)
        let single = try? container.decode(String.self, forKey: .aud)
        audience = try single.map { [$0] } ?? container.decode([String].self, forKey: .aud)
        authorizedParty = try container.decodeIfPresent(String.self, forKey: .azp)
        expiry = try container.decode(Double.self, forKey: .exp)
        issuedAt = try container.decode(Double.self, forKey: .iat)
        notBefore = try container.decodeIfPresent(Double.self, forKey: .nbf)
        nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        // Apple has sent the flag as a string, too.
        let flag = try? container.decodeIfPresent(Bool.self, forKey: .emailVerified)
        let text = try? container.decodeIfPresent(String.self, forKey: .emailVerified)
        isEmailVerified = flag ?? (text == "true")
        hostedDomain = try container.decodeIfPresent(String.self, forKey: .hd)
        name = try container.decodeIfPresent(String.self, forKey: .name)
    }
}
