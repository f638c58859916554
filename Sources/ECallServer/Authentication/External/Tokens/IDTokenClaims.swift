import Foundation

/// What an ID token says (OpenID Connect Core 2), decoded and not yet believed.
struct IDTokenClaims: Sendable, Hashable {
    let issuer: String
    let subject: String
    let audience: [String]
    let authorizedParty: String?
    /// Unix seconds, as are the others.
    let expiry: Double
    let issuedAt: Double
    let notBefore: Double?
    let nonce: String?
    let email: String?
    let isEmailVerified: Bool
    let hostedDomain: String?
    let name: String?
}

extension IDTokenClaims: Decodable {
    private enum CodingKeys: String, CodingKey {
        case iss, sub, aud, azp, exp, iat, nbf, nonce, email, hd, name, events
        case emailVerified = "email_verified"
    }

    init(json: Data) throws(IDTokenProblem) {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch let problem as IDTokenProblem {
            throw problem
        } catch {
            throw .malformed
        }
    }

    init(from decoder: any Decoder) throws {
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
        // Apple has written the flag as a text too.
        let flag = try? container.decodeIfPresent(Bool.self, forKey: .emailVerified)
        let text = try? container.decodeIfPresent(String.self, forKey: .emailVerified)
        isEmailVerified = flag ?? (text == "true")
        hostedDomain = try container.decodeIfPresent(String.self, forKey: .hd)
        name = try container.decodeIfPresent(String.self, forKey: .name)
    }
}
