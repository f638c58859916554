import ECallAPI
import ServerFoundation

/// Changes of an account, inside one transaction.
struct AccountChanges {
    let sql: any SQLConnection
    private let methods: LoginMethodRepository

    init(_ sql: any SQLConnection) {
        self.sql = sql
        methods = LoginMethodRepository(sql)
    }

    /// Adds a proven address or number. Idempotent.
    @discardableResult
    func add(_ identifier: LoginIdentifier, to user: UserID, at now: Timestamp) throws -> LoginMethodID {
        let key = LoginMethodKey(identifier)
        if let known = try methods.find(key) {
            if known.user == user { return known.id }
            try AddressProofService.requireFree(identifier, for: user, in: sql, at: now)
            // It was typed once and never proven.
            try sql.execute("DELETE FROM users WHERE id = :id AND verified = 0", ["id": .id(known.user)])
            try methods.remove(known.id, of: known.user)
        }
        let removed = RemovedLoginMethodRepository(sql)
        try removed.requireFree(key, for: user, at: now)
        try removed.forget(key)
        return try methods.add(key, label: identifier.text, to: user, verifiedAt: now, at: now)
    }

    /// Replaces the address or number that the profile shows, which can no longer sign in, with a proven one.
    ///
    /// - Returns: the replaced one.
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

    /// Schedules the account's deletion; an earlier schedule stays.
    func scheduleDeletion(of user: UserID, at moment: Timestamp) throws -> Timestamp? {
        try sql.execute(
            "UPDATE users SET deleted_at = :moment WHERE id = :id AND deleted_at IS NULL",
            ["moment": .moment(moment), "id": .id(user)])
        return try UserRepository(sql).find(user)?.deletedAt
    }

    /// Cancels the deletion. Returns whether there is such an account.
    func cancelDeletion(of user: UserID) throws -> Bool {
        try sql.execute("UPDATE users SET deleted_at = NULL WHERE id = :id", ["id": .id(user)]) > 0
    }
}
