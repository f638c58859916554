import ECallAPI
import ServerFoundation

/// What changes about an account, inside one transaction.
struct AccountChanges {
    let sql: any SQLConnection
    private let methods: LoginMethodRepository

    init(_ sql: any SQLConnection) {
        self.sql = sql
        methods = LoginMethodRepository(sql)
    }

    /// Adds a proved address or number. One the account has already changes nothing.
    @discardableResult
    func add(_ identifier: LoginIdentifier, to user: UserID, at now: Timestamp) throws -> LoginMethodID {
        let key = LoginMethodKey(identifier)
        if let known = try methods.find(key) {
            if known.user == user { return known.id }
            try AddressProofService.requireFree(identifier, for: user, in: sql, at: now)
            // Somebody typed it once and never proved to have it.
            try sql.execute("DELETE FROM users WHERE id = :id AND verified = 0", ["id": .id(known.user)])
            try methods.remove(known.id, of: known.user)
        }
        let removed = RemovedLoginMethodRepository(sql)
        try removed.requireFree(key, for: user, at: now)
        try removed.forget(key)
        return try methods.add(key, label: identifier.text, to: user, verifiedAt: now, at: now)
    }

    /// Puts a proved address or number in the place of the one that the profile shows, which signs in no more.
    ///
    /// - Returns: that one.
    func replace(
        with identifier: LoginIdentifier, of user: UserID, at now: Timestamp
    ) throws -> LoginMethod? {
        let key = LoginMethodKey(identifier)
        let shown = try methods.methods(of: user).first { $0.key.type == key.type }
        let id = try add(identifier, to: user, at: now)
        guard let shown, shown.id != id else { return nil }
        if shown.isPrimary { try methods.makePrimary(id, of: user) }
        try methods.remove(shown.id, of: user)
        return shown
    }

    /// Has the account deleted later; the moment stays when it is asked for again.
    func scheduleDeletion(of user: UserID, at moment: Timestamp) throws -> Timestamp? {
        try sql.execute(
            "UPDATE users SET deleted_at = :moment WHERE id = :id AND deleted_at IS NULL",
            ["moment": .moment(moment), "id": .id(user)])
        return try UserRepository(sql).find(user)?.deletedAt
    }

    /// Whether there is such an account.
    func cancelDeletion(of user: UserID) throws -> Bool {
        try sql.execute("UPDATE users SET deleted_at = NULL WHERE id = :id", ["id": .id(user)]) > 0
    }
}
