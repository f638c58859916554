import ECallAPI

/// Takes an account out of the database with everything that belongs to it. Calls stay in the histories of others, with a
/// number that is nobody's any more.
enum AccountRemoval {
    /// Whether there was such an account.
    static func remove(_ user: UserID, from sql: any SQLConnection, at now: Timestamp) throws -> Bool {
        guard try UserRepository(sql).find(user) != nil else { return false }
        _ = try RemovedDevicesRepository(sql).remove(of: user, at: now)
        for method in try LoginMethodRepository(sql).methods(of: user) {
            try sql.execute(
                "DELETE FROM one_time_codes WHERE identifier = :identifier", ["identifier": .text(method.key.subject)])
        }
        return try sql.execute("DELETE FROM users WHERE id = :id", ["id": .id(user)]) > 0
    }
}
