package import ECallAPI

/// A person as asserted by an issuer. Issuer and subject identify the account; the rest are the issuer's claims (OpenID
/// Connect Core 5.7: only the two together are unique and lasting).
package struct ExternalIdentity: Hashable, Sendable {
    package let type: LoginMethodType
    package let issuer: String
    package let subject: String
    /// The address asserted by the issuer, in canonical form.
    package let email: String?
    /// Whether the issuer hands this address out itself. Any other may have changed hands since the issuer verified it.
    package let isEmailAuthoritative: Bool
    package let name: String?

    package var identifier: LoginIdentifier? { email.flatMap { LoginIdentifier(email: $0) } }

    package init(
        type: LoginMethodType, issuer: String, subject: String, email: String? = nil,
        isEmailAuthoritative: Bool = false, name: String? = nil
    ) {
        self.type = type
        self.issuer = issuer
        self.subject = subject
        self.email = email
        self.isEmailAuthoritative = isEmailAuthoritative
        self.name = name
    }

    /// The identity in a verified token.
    package init(_ claims: IDTokenClaims, type: LoginMethodType) {
        let address = claims.isEmailVerified ? claims.email.flatMap { LoginIdentifier(email: $0) } : nil
        let email: String? = if case .email(let text) = address { text } else { nil }
        self.init(
            type: type, issuer: claims.issuer, subject: claims.subject, email: email,
            isEmailAuthoritative: email.map { Self.isAuthoritative(type, for: $0, claims.hostedDomain) } ?? false,
            name: claims.name)
    }

    /// Google: its own mail service and the domains it hosts, which `hd` names. Apple: its own mail domains and relay.
    private static func isAuthoritative(_ type: LoginMethodType, for email: String, _ hostedDomain: String?) -> Bool {
        let domain = email.split(separator: "@").last.map(String.init) ?? ""
        switch type {
        case .google: return ["gmail.com", "googlemail.com"].contains(domain) || hostedDomain?.isEmpty == false
        case .apple: return ["privaterelay.appleid.com", "icloud.com", "me.com", "mac.com"].contains(domain)
        case .email, .phone: return false
        }
    }
}
