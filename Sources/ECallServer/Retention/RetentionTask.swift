import ECallAPI
import ServerFoundation

/// One kind of thing that is deleted when its time is over (docs/threat-model.md says when).
struct RetentionTask: Sendable {
    /// What one part has done.
    struct Part: Sendable, Equatable {
        /// How many things are gone.
        var count: Int
        /// Where the next part begins; nil when there is none.
        var next: Int64?
    }

    let name: String
    /// Deletes at most `limit` rows of what is past its life at `now`. The first part begins at 0.
    let part:
        @Sendable (_ database: any Database, _ now: Timestamp, _ limit: Int, _ position: Int64) async throws -> Part

    init(
        name: String,
        part: @escaping @Sendable (any Database, Timestamp, Int, Int64) async throws -> Part
    ) {
        (self.name, self.part) = (name, part)
    }

    /// - Parameter run: deletes at most `limit` rows and says how many there were, in a transaction of its own, again and
    ///   again until there are fewer than `limit`.
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
    /// Everything that ends by itself.
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

    /// An hour after their end: until then a late one is reported as expired.
    private static let oneTimeCodes = RetentionTask(name: "one-time codes") { sql, now, limit in
        try sql.execute(
            """
            DELETE FROM one_time_codes WHERE (identifier, key_hash) IN (SELECT identifier, key_hash
                FROM one_time_codes WHERE expires_at < :moment LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -hour)), "limit": .integer(Int64(limit))])
    }

    /// What limits of codes count.
    private static let sentCodes = RetentionTask(name: "sent codes") { sql, now, limit in
        try sql.execute(
            """
            DELETE FROM sent_codes WHERE (recipient_hash, sent_at) IN (SELECT recipient_hash, sent_at
                FROM sent_codes WHERE sent_at < :moment LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -day)), "limit": .integer(Int64(limit))])
    }

    /// The same of wrong tries.
    private static let wrongCodes = RetentionTask(name: "wrong codes") { sql, now, limit in
        try sql.execute(
            """
            DELETE FROM wrong_codes WHERE (recipient_hash, hour, kind) IN (SELECT recipient_hash, hour, kind
                FROM wrong_codes WHERE hour < :moment LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -day - hour)), "limit": .integer(Int64(limit))])
    }

    /// Codes for a further address of an account, and what they proved.
    private static let addressProofs = RetentionTask(name: "address proofs") { sql, now, limit in
        try sql.execute(
            """
            DELETE FROM address_proofs WHERE (device_id, identifier) IN (SELECT device_id, identifier
                FROM address_proofs WHERE expires_at < :moment LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -hour)), "limit": .integer(Int64(limit))])
    }

    /// Proofs of Google and Apple that were used.
    private static let usedIdentityTokens = RetentionTask(name: "used identity tokens") { sql, now, limit in
        try delete(from: "used_identity_tokens", key: "token_hash", where: "expires_at < :moment", sql, now, 0, limit)
    }

    /// Ways into accounts that can be taken back no more.
    private static let removedLoginMethods = RetentionTask(name: "removed login methods") { sql, now, limit in
        try delete(
            from: "removed_login_methods", key: "token_hash", where: "expires_at < :moment", sql, now, 0, limit)
    }

    /// Addresses that somebody typed and nobody proved.
    private static let unverifiedAccounts = RetentionTask(name: "unverified accounts") { database, now, limit, _ in
        try await removeAccounts(
            """
            SELECT id FROM users WHERE verified = 0 AND created_at < :moment AND NOT EXISTS (SELECT 1
                FROM one_time_codes c WHERE c.identifier = users.email OR c.identifier = users.phone_number) LIMIT 1
            """, database, now, day, limit)
    }

    /// Kept a while after they end, so that a late visitor reads "expired" and not "never was".
    private static let shareTokens = RetentionTask(name: "share tokens") { sql, now, limit in
        try delete(from: "share_tokens", key: "token_hash", where: "expires_at < :moment", sql, now, 30 * day, limit)
    }

    /// Families whose newest token has expired; their tokens go with them.
    private static func refreshTokens(lifetime: Int) -> RetentionTask {
        RetentionTask(name: "refresh tokens") { sql, now, limit in
            try delete(from: "token_families", key: "id", where: "rotated_at < :moment", sql, now, lifetime, limit)
        }
    }

    /// Where a device was seen last is forgotten after 30 days.
    private static let deviceAddresses = RetentionTask(name: "device addresses") { sql, now, limit in
        try sql.execute(
            """
            UPDATE devices SET ip = '', location = '' WHERE id IN (SELECT id FROM devices
                WHERE updated_at < :moment AND (ip <> '' OR location <> '') LIMIT :limit)
            """, ["moment": .moment(now.advanced(bySeconds: -30 * day)), "limit": .integer(Int64(limit))])
    }

    /// Nobody has answered for 30 days.
    private static let friendRequests = RetentionTask(name: "friend requests") { sql, now, limit in
        try delete(from: "friend_requests", key: "id", where: "created_at < :moment", sql, now, 30 * day, limit)
    }

    /// After the same time: the time shall not reveal to the sender that nobody has heard.
    private static let undeliveredRequests = RetentionTask(name: "undelivered requests") { sql, now, limit in
        try delete(from: "undelivered_requests", key: "id", where: "created_at < :moment", sql, now, 30 * day, limit)
    }

    /// `deleted_at` is the moment for which its owner has asked (wire-protocol 1.9, 15).
    private static let deletedAccounts = RetentionTask(name: "deleted accounts") { database, now, limit, _ in
        try await removeAccounts("SELECT id FROM users WHERE deleted_at <= :moment LIMIT 1", database, now, 0, limit)
    }

    /// Rows of the accounts that `query` finds, one after the other, up to `limit`. Counts the accounts that are gone.
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
                // An account of few rows takes its statements all the same.
                rows += removed.rows + 10
                if removed.isGone { part.count += 1 }
            }
            return part
        }
    }

    /// A server that was not running when they were removed had nothing open for them.
    private static let removedDevices = RetentionTask(name: "removed devices") { sql, now, limit in
        try delete(from: "removed_devices", key: "device_id", where: "removed_at < :moment", sql, now, hour, limit)
    }

    /// Calls that everybody has taken out of their history, or whose people are all gone. Looked for by ranges of their
    /// numbers, which keeps no writer waiting: a part begins behind the last number of the one before.
    private static let unseenCalls = RetentionTask(name: "unseen calls") { database, _, limit, position in
        let found = try await database.read { try CallHistoryRepository($0).unseen(after: position, limit: limit) }
        let count =
            found.calls.isEmpty
            ? 0 : try await database.write { try CallHistoryRepository($0).deleteUnseen(found.calls) }
        return Part(count: count, next: found.isEnd ? nil : found.last)
    }

    /// Half a year after they were made or changed, closed or not.
    private static let reports = RetentionTask(name: "reports") { sql, now, limit in
        try delete(from: "reports", key: "id", where: "updated_at < :moment", sql, now, 180 * day, limit)
    }

    /// Those that are over by themselves.
    private static let endedSuspensions = RetentionTask(name: "ended suspensions") { sql, now, limit in
        try delete(from: "suspensions", key: "user_id", where: "ends_at <= :moment", sql, now, 0, limit)
    }

    /// As removed devices.
    private static let changedSuspensions = RetentionTask(name: "changed suspensions") { sql, now, limit in
        try delete(from: "changed_suspensions", key: "user_id", where: "changed_at < :moment", sql, now, hour, limit)
    }

    /// What nobody came for. The router expires it as well; this is for what a server before it left behind.
    private static let mailbox = RetentionTask(name: "waiting signals") { sql, now, limit in
        try delete(from: "mailbox", key: "id", where: "expires_at < :moment", sql, now, 0, limit)
    }

    /// Rows whose time in the column was over `seconds` ago; `condition` compares it with `:moment`.
    private static func delete(
        from table: String, key: String, where condition: String, _ sql: any SQLConnection, _ now: Timestamp,
        _ seconds: Int, _ limit: Int
    ) throws -> Int {
        try sql.execute(
            "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(condition) LIMIT :limit)",
            ["moment": .moment(now.advanced(bySeconds: -seconds)), "limit": .integer(Int64(limit))])
    }
}
