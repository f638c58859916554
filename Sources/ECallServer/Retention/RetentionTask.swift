import ECallAPI
import ServerFoundation

/// The retention of one kind of data (docs/threat-model.md has the periods).
struct RetentionTask: Sendable {
    struct Part: Sendable, Equatable {
        /// The number of deleted items.
        var count: Int
        /// The start of the next part; nil if there is none.
        var next: Int64?
    }

    let name: String
    /// Deletes at most `limit` rows that have expired at `now`. The first part begins at 0.
    let part:
        @Sendable (_ database: any Database, _ now: Timestamp, _ limit: Int, _ position: Int64) async throws -> Part

    init(
        name: String,
        part: @escaping @Sendable (any Database, Timestamp, Int, Int64) async throws -> Part
    ) {
        (self.name, self.part) = (name, part)
    }

    /// - Parameter run: deletes at most `limit` rows and returns how many there were, in its own transaction, repeatedly
    ///   until there are fewer than `limit`.
    init(
        name: String,
        run: @escaping @Sendable (_ sql: any SQLConnection, _ now: Timestamp, _ limit: Int) throws -> Int
    ) {
        self.init(name: name) { database, now, limit, _ in
            let count = try await database.write { try run($0, now, limit) }
            return Part(count: count, next: count < limit ? nil : 0)
        }
    }
}

extension RetentionTask {
    /// The tasks for all data with a limited lifetime.
    static func all(_ limits: Limits) -> [RetentionTask] {
        [
            oneTimeCodes, sentCodes, wrongCodes, addressProofs, usedIdentityTokens, removedLoginMethods,
            unverifiedAccounts, shareTokens,
            refreshTokens(lifetime: limits.refreshTokenLifetime),
            deviceAddresses, friendRequests, undeliveredRequests, deletedAccounts, removedDevices, unseenCalls, mailbox,
            reports, endedSuspensions, changedSuspensions,
        ]
    }

    private static let (hour, day) = (3600, 86_400)

    /// Deletes codes an hour after their end: until then a late one is reported as expired.
    private static let oneTimeCodes = RetentionTask(name: "one-time codes") { sql, now, limit in
        try sql.execute(
            """
            DELETE FROM one_time_codes WHERE (identifier, key_hash) IN (SELECT identifier, key_hash
                FROM one_time_codes WHERE expires_at < :moment LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -hour)), "limit": .integer(Int64(limit))])
    }

    /// Deletes the records that the limits of codes count.
    private static let sentCodes = RetentionTask(name: "sent codes") { sql, now, limit in
        try sql.execute(
            """
            DELETE FROM sent_codes WHERE (recipient_hash, sent_at) IN (SELECT recipient_hash, sent_at
                FROM sent_codes WHERE sent_at < :moment LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -day)), "limit": .integer(Int64(limit))])
    }

    /// Deletes the wrong attempts that the limits of codes count.
    private static let wrongCodes = RetentionTask(name: "wrong codes") { sql, now, limit in
        try sql.execute(
            """
            DELETE FROM wrong_codes WHERE (recipient_hash, hour, kind) IN (SELECT recipient_hash, hour, kind
                FROM wrong_codes WHERE hour < :moment LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -day - hour)), "limit": .integer(Int64(limit))])
    }

    /// Deletes expired codes for further addresses of accounts, and their proofs.
    private static let addressProofs = RetentionTask(name: "address proofs") { sql, now, limit in
        try sql.execute(
            """
            DELETE FROM address_proofs WHERE (device_id, identifier) IN (SELECT device_id, identifier
                FROM address_proofs WHERE expires_at < :moment LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -hour)), "limit": .integer(Int64(limit))])
    }

    private static let usedIdentityTokens = RetentionTask(name: "used identity tokens") { sql, now, limit in
        try delete(from: "used_identity_tokens", key: "token_hash", where: "expires_at < :moment", sql, now, 0, limit)
    }

    private static let removedLoginMethods = RetentionTask(name: "removed login methods") { sql, now, limit in
        try delete(
            from: "removed_login_methods", key: "token_hash", where: "expires_at < :moment", sql, now, 0, limit)
    }

    private static let unverifiedAccounts = RetentionTask(name: "unverified accounts") { database, now, limit, _ in
        try await removeAccounts(
            """
            SELECT id FROM users WHERE verified = 0 AND created_at < :moment AND NOT EXISTS (SELECT 1
                FROM one_time_codes c WHERE c.identifier = users.email OR c.identifier = users.phone_number) LIMIT 1
            """, database, now, day, limit)
    }

    /// Kept for a while after they end, so that a late visitor is told "expired" rather than "unknown".
    private static let shareTokens = RetentionTask(name: "share tokens") { sql, now, limit in
        try delete(from: "share_tokens", key: "token_hash", where: "expires_at < :moment", sql, now, 30 * day, limit)
    }

    /// Deletes families whose newest token has expired, with their tokens.
    private static func refreshTokens(lifetime: Int) -> RetentionTask {
        RetentionTask(name: "refresh tokens") { sql, now, limit in
            try delete(from: "token_families", key: "id", where: "rotated_at < :moment", sql, now, lifetime, limit)
        }
    }

    /// Deletes the last location of a device after 30 days.
    private static let deviceAddresses = RetentionTask(name: "device addresses") { sql, now, limit in
        try sql.execute(
            """
            UPDATE devices SET ip = '', location = '' WHERE id IN (SELECT id FROM devices
                WHERE updated_at < :moment AND (ip <> '' OR location <> '') LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -30 * day)), "limit": .integer(Int64(limit))])
    }

    /// Deletes requests that were not answered for 30 days.
    private static let friendRequests = RetentionTask(name: "friend requests") { sql, now, limit in
        try delete(from: "friend_requests", key: "id", where: "created_at < :moment", sql, now, 30 * day, limit)
    }

    /// Deleted after the same time, so that it does not reveal to the sender that the request reached no one.
    private static let undeliveredRequests = RetentionTask(name: "undelivered requests") { sql, now, limit in
        try delete(from: "undelivered_requests", key: "id", where: "created_at < :moment", sql, now, 30 * day, limit)
    }

    /// `deleted_at` is the time that the owner was given for the deletion (wire-protocol 1.9, 15).
    private static let deletedAccounts = RetentionTask(name: "deleted accounts") { database, now, limit, _ in
        try await removeAccounts("SELECT id FROM users WHERE deleted_at <= :moment LIMIT 1", database, now, 0, limit)
    }

    /// Deletes the accounts that `query` finds one after the other, up to `limit` rows. Counts the deleted accounts.
    private static func removeAccounts(
        _ query: String, _ database: any Database, _ now: Timestamp, _ seconds: Int, _ limit: Int
    ) async throws -> Part {
        try await database.write { sql in
            var (part, rows) = (Part(count: 0, next: 0), 0)
            while rows < limit {
                let moment = SQLValue.moment(now.advanced(bySeconds: -seconds))
                guard let account: UserID = try sql.query(query, ["moment": moment]).first?.id("id") else {
                    part.next = nil
                    return part
                }
                let removed = try AccountRemoval.removePart(of: account, from: sql, at: now, limit: limit - rows)
                // An account with few rows still costs its statements.
                rows += removed.rows + 10
                if removed.isGone { part.count += 1 }
            }
            return part
        }
    }

    /// A server that was not running at the removal had no connections of them.
    private static let removedDevices = RetentionTask(name: "removed devices") { sql, now, limit in
        try delete(from: "removed_devices", key: "device_id", where: "removed_at < :moment", sql, now, hour, limit)
    }

    /// Deletes calls that everyone has removed from their history, or whose participants are all gone. Searches by ranges
    /// of call numbers, so that no writer waits: a part begins behind the last number of the previous one.
    private static let unseenCalls = RetentionTask(name: "unseen calls") { database, _, limit, position in
        let found = try await database.read { try CallHistoryRepository($0).unseen(after: position, limit: limit) }
        let count =
            found.calls.isEmpty
            ? 0 : try await database.write { try CallHistoryRepository($0).deleteUnseen(found.calls) }
        return Part(count: count, next: found.isEnd ? nil : found.last)
    }

    /// Deletes reports half a year after they were made or changed, whether or not they are closed.
    private static let reports = RetentionTask(name: "reports") { sql, now, limit in
        try delete(from: "reports", key: "id", where: "updated_at < :moment", sql, now, 180 * day, limit)
    }

    private static let endedSuspensions = RetentionTask(name: "ended suspensions") { sql, now, limit in
        try delete(from: "suspensions", key: "user_id", where: "ends_at <= :moment", sql, now, 0, limit)
    }

    /// The same as for removed devices.
    private static let changedSuspensions = RetentionTask(name: "changed suspensions") { sql, now, limit in
        try delete(from: "changed_suspensions", key: "user_id", where: "changed_at < :moment", sql, now, hour, limit)
    }

    /// Deletes undelivered signals. The router expires them as well; this covers those of an earlier server.
    private static let mailbox = RetentionTask(name: "waiting signals") { sql, now, limit in
        try delete(from: "mailbox", key: "id", where: "expires_at < :moment", sql, now, 0, limit)
    }

    /// Deletes rows whose time in the column was more than `seconds` ago; `condition` compares it with `:moment`.
    private static func delete(
        from table: String, key: String, where condition: String, _ sql: any SQLConnection, _ now: Timestamp,
        _ seconds: Int, _ limit: Int
    ) throws -> Int {
        try sql.execute(
            "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(condition) LIMIT :limit)",
            ["moment": .moment(now.advanced(bySeconds: -seconds)), "limit": .integer(Int64(limit))])
    }
}
