import ECallAPI
import OpenIDConnect

/// Which account an external identity leads to (decision 7). Pure.
enum ExternalDecision: Hashable, Sendable {
    /// The one that it belongs to.
    case signIn(UserID)
    /// A new one; with the address as a second way in only where the issuer hands that address out itself.
    case create(withEmail: Bool)
    /// One with the same address, of which nobody ever proved it: anyone who typed it has no part in it.
    case adopt(UserID)
    /// One with the same proven address: the issuer's word about it is as good as a code.
    case link(UserID)
    /// The same, but the issuer only heard of the address once: a code must show that it is still the person's.
    case askForCode(LoginIdentifier)

    /// The account with the identity's address, as far as it matters.
    struct AddressOwner: Hashable, Sendable {
        let user: UserID
        /// Whether somebody proved to have the address.
        let hasProof: Bool
        /// Whether the account is somebody's.
        let isVerified: Bool
    }

    /// - Parameters:
    ///   - owner: the account that has this issuer and subject.
    ///   - addressOwner: the account that has the address.
    static func make(_ identity: ExternalIdentity, owner: UserID?, addressOwner: AddressOwner?) -> Self {
        if let owner { return .signIn(owner) }
        guard let identifier = identity.identifier else { return .create(withEmail: false) }
        guard let addressOwner else { return .create(withEmail: identity.isEmailAuthoritative) }
        if addressOwner.hasProof {
            return identity.isEmailAuthoritative ? .link(addressOwner.user) : .askForCode(identifier)
        }
        let isNobodys = !addressOwner.isVerified && identity.isEmailAuthoritative
        return isNobodys ? .adopt(addressOwner.user) : .create(withEmail: false)
    }
}
