import ECallAPI
import ServerFoundation

/// Deletes an account with everything that belongs to it. Calls stay in the histories of others, with a number that no
/// longer belongs to anyone.
///
/// Runs in parts, each in its own transaction, so that other writers never wait long. The first part makes signing in
/// impossible, and devices go before everything else; the row of the account goes last, so that an interrupted removal is
/// found and continued.
enum AccountRemoval {
    /// Tables whose rows are deleted with an account, with the column that names the account and the primary key. A test
    /// compares them with the foreign keys of the database.
    static let owned: [(table: String, column: String, key: [String])] = [
        ("devices", "user_id", ["id"]), ("device_statements", "user_id", ["user_id", "statement_hash"]),
        ("login_methods", "user_id", ["id"]), ("removed_login_methods", "user_id", ["token_hash"]),
        ("contacts", "owner_id", ["owner_id", "contact_id"]), ("contacts", "contact_id", ["owner_id", "contact_id"]),
        ("friend_requests", "sender_id", ["id"]), ("friend_requests", "receiver_id", ["id"]),
        ("undelivered_requests", "sender_id", ["id"]),
        ("share_tokens", "owner_id", ["token_hash"]), ("share_tokens", "reader_id", ["token_hash"]),
        ("blocks", "owner_id", ["owner_id", "blocked_id"]), ("blocks", "blocked_id", ["owner_id", "blocked_id"]),
        ("reports", "reporter_id", ["id"]), ("suspensions", "user_id", ["user_id"]),
    ]

    /// Deletes at most `limit` rows, and the account itself once nothing else of it is left. Returns how many there were,
    /// and whether that was all.
    static func removePart(
        of user: UserID, from sql: any SQLConnection, at now: Timestamp, limit: Int
    ) throws -> (rows: Int, isGone: Bool) {
        guard try UserRepository(sql).find(user) != nil else { return (0, true) }
        try shut(user, sql)
        var rows = try RemovedDevicesRepository(sql).remove(of: user, at: now, limit: limit)
        for (table, column, key) in owned where rows < limit {
            let key = key.joined(separator: ", ")
            rows += try sql.execute(
                """
                DELETE FROM \(table) WHERE (\(key)) IN
                    (SELECT \(key) FROM \(table) WHERE \(column) = :user LIMIT :limit)
                """, ["user": .id(user), "limit": .integer(Int64(limit - rows))])
        }
        guard rows < limit else { return (rows, false) }
        return (try rows + sql.execute("DELETE FROM users WHERE id = :id", ["id": .id(user)]), true)
    }

    /// Runs all parts, for a program that does nothing else. Returns whether there was such an account.
    static func remove(_ user: UserID, from database: any Database, at now: Timestamp, part: Int = 500) async throws
        -> Bool
    {
        let isThere = try await database.write { sql in
            guard try UserRepository(sql).find(user) != nil else { return false }
            // The server continues the removal if this program is ended in between.
            try sql.execute(
                "UPDATE users SET deleted_at = :now WHERE id = :id", ["now": .moment(now), "id": .id(user)])
            return true
        }
        while isThere, try await !database.write({ try removePart(of: user, from: $0, at: now, limit: part).isGone }) {
            try await Task.sleep(for: .milliseconds(20))
        }
        return isThere
    }

    /// Makes signing in impossible, with login methods as well as with pending codes.
    private static func shut(_ user: UserID, _ sql: any SQLConnection) throws {
        for method in try LoginMethodRepository(sql).methods(of: user) {
            try sql.execute(
                "DELETE FROM one_time_codes WHERE identifier = :identifier", ["identifier": .text(method.key.subject)])
        }
        try sql.execute("DELETE FROM login_methods WHERE user_id = :user", ["user": .id(user)])
        try sql.execute(
            "UPDATE users SET email = NULL, phone_number = NULL WHERE id = :user", ["user": .id(user)])
    }
}
