import ECallAPI
import OpenIDConnect
import ServerFoundation

/// Finds or makes the account of an external identity, inside a transaction.
struct ExternalAccounts {
    private let users: UserRepository
    private let methods: LoginMethodRepository
    private let removed: RemovedLoginMethodRepository

    enum Outcome: Sendable, Hashable {
        case account(UserID)
        case codeNeeded(LoginIdentifier)
    }

    init(_ sql: any SQLConnection) {
        users = UserRepository(sql)
        methods = LoginMethodRepository(sql)
        removed = RemovedLoginMethodRepository(sql)
    }

    /// - Parameter name: the name for a new account; a verified account keeps its name.
    func account(of identity: ExternalIdentity, name: DisplayName?, at now: Timestamp) throws -> Outcome {
        let decision = ExternalDecision.make(
            identity, owner: try methods.find(identity.key)?.user, addressOwner: try addressOwner(identity, at: now))
        switch decision {
        case .signIn(let user):
            try methods.noteUse(of: identity.key, at: now)
            return .account(user)
        case .create(let withEmail):
            return .account(try create(identity, name: name, withEmail: withEmail, at: now))
        case .adopt(let user):
            try users.rename(user, to: chosenName(identity, name))
            if let identifier = identity.identifier {
                try users.markVerified(user, by: LoginMethodKey(identifier), at: now)
            }
            try link(identity, to: user, at: now)
            return .account(user)
        case .link(let user):
            try link(identity, to: user, at: now)
            return .account(user)
        case .askForCode(let identifier):
            return .codeNeeded(identifier)
        }
    }

    /// Adds the identity to the account whose owner proved the address, unless another account has the identity by now.
    func linkProven(_ identity: ExternalIdentity, to user: UserID, at now: Timestamp) throws {
        guard try methods.find(identity.key) == nil else { return }
        try removed.requireFree(identity.key, for: user, at: now)
        try link(identity, to: user, at: now)
    }

    /// Returns nil for an address that another account can still take back: a person who typed it since does not own it.
    private func addressOwner(
        _ identity: ExternalIdentity, at now: Timestamp
    ) throws -> ExternalDecision.AddressOwner? {
        guard let identifier = identity.identifier,
            try removed.find(LoginMethodKey(identifier), at: now) == nil,
            let method = try methods.find(LoginMethodKey(identifier)),
            let user = try users.find(method.user)
        else { return nil }
        return .init(user: user.id, hasProof: method.verifiedAt != nil, isVerified: user.isVerified)
    }

    private func create(
        _ identity: ExternalIdentity, name: DisplayName?, withEmail: Bool, at now: Timestamp
    ) throws -> UserID {
        try removed.requireFree(identity.key, for: nil, at: now)
        let user = try users.create(
            identity.key, label: label(of: identity), displayName: chosenName(identity, name).text, at: now)
        try users.markVerified(user, by: identity.key, at: now)
        if withEmail, let identifier = identity.identifier,
            try removed.find(LoginMethodKey(identifier), at: now) == nil
        {
            try methods.add(
                LoginMethodKey(identifier), label: identifier.text, to: user, verifiedAt: now, at: now)
        }
        return user
    }

    private func link(_ identity: ExternalIdentity, to user: UserID, at now: Timestamp) throws {
        try removed.requireFree(identity.key, for: user, at: now)
        try removed.forget(identity.key)
        try methods.add(identity.key, label: label(of: identity), to: user, verifiedAt: now, at: now)
        try methods.noteUse(of: identity.key, at: now)
    }

    private func label(of identity: ExternalIdentity) -> String {
        identity.email ?? (identity.type == .apple ? "Apple" : "Google")
    }

    private func chosenName(_ identity: ExternalIdentity, _ name: DisplayName?) -> DisplayName {
        ExternalName.choose(given: name?.text, identity)
    }
}

/// The name for a new account: the typed name, the issuer's, the local part of the address, or a placeholder.
enum ExternalName {
    static func choose(given: String?, _ identity: ExternalIdentity) -> DisplayName {
        let issuer = identity.type == .apple ? "Apple" : "Google"
        let candidates = [
            given.flatMap { usable($0, placeholder: "\(issuer) User") }, identity.name.flatMap { usable($0) },
            identity.identifier.map(\.defaultDisplayName), "\(issuer) User",
        ]
        return candidates.lazy.compactMap { $0.flatMap(DisplayName.init) }.first ?? .unnamed
    }

    /// A full address is not shown to others, only its local part. The app sends "Apple User" if it has no name
    /// (wire-protocol 1.8, 6).
    private static func usable(_ text: String, placeholder: String = "") -> String? {
        if text == placeholder { return nil }
        if let address = LoginIdentifier(email: text, phoneNumber: nil) { return address.defaultDisplayName }
        return String(text.replacing(":", with: " ").prefix(DisplayName.longest))
    }
}
