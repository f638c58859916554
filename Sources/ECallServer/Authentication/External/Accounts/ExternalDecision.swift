import ECallAPI
import OpenIDConnect

/// The account for an external identity (decision 7). Pure.
enum ExternalDecision: Hashable, Sendable {
    /// The account that already has this identity.
    case signIn(UserID)
    /// A new account; it gets the address as a second login method only if the issuer hands out that address itself.
    case create(withEmail: Bool)
    /// An account with the same address that no one has proven: having typed it gives no claim to the account.
    case adopt(UserID)
    /// An account with the same proven address: the issuer's assertion is as good as a code.
    case link(UserID)
    /// An account with the same proven address, but the issuer is not authoritative for it: a code must prove that the
    /// person still has it.
    case askForCode(LoginIdentifier)

    /// The owner of the identity's address, reduced to the facts that matter here.
    struct AddressOwner: Hashable, Sendable {
        let user: UserID
        let hasProof: Bool
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
