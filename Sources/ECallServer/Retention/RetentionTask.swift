import ECallAPI

/// One kind of thing that is deleted when its time is over (docs/threat-model.md says when).
struct RetentionTask: Sendable {
    let name: String
    /// Deletes at most `limit` of what is past its life at `now`, and says how many there were. Runs in a transaction of
    /// its own, again and again until there are fewer than `limit`.
    let run: @Sendable (_ sql: any SQLConnection, _ now: Timestamp, _ limit: Int) throws -> Int
}

extension RetentionTask {
    /// Everything that ends by itself.
    static func all(_ limits: Limits) -> [RetentionTask] {
        [
            oneTimeCodes, addressProofs, usedIdentityTokens, unverifiedAccounts, shareTokens,
            refreshTokens(lifetime: limits.refreshTokenLifetime),
            deviceAddresses, deletedAccounts, removedDevices, unseenCalls, mailbox,
        ]
    }

    private static let (hour, day) = (3600, 86_400)

    /// An hour after their end: until then a late one is told that it has expired.
    private static let oneTimeCodes = RetentionTask(name: "one-time codes") { sql, now, limit in
        try delete(from: "one_time_codes", key: "identifier", where: "expires_at < :moment", sql, now, hour, limit)
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

    /// Addresses that somebody typed and nobody proved.
    private static let unverifiedAccounts = RetentionTask(name: "unverified accounts") { sql, now, limit in
        try delete(
            from: "users", key: "id",
            where: """
                verified = 0 AND created_at < :moment AND NOT EXISTS (SELECT 1 FROM one_time_codes c
                    WHERE c.identifier = users.email OR c.identifier = users.phone_number)
                """, sql, now, day, limit)
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

    /// `deleted_at` is the moment for which its owner has asked (wire-protocol 2, 15).
    private static let deletedAccounts = RetentionTask(name: "deleted accounts") { sql, now, limit in
        let due = try sql.query(
            "SELECT id FROM users WHERE deleted_at <= :now LIMIT :limit",
            ["now": .moment(now), "limit": .integer(Int64(limit))])
        for row in due { _ = try AccountRemoval.remove(try row.id("id"), from: sql, at: now) }
        return due.count
    }

    /// A server that was not running when they were removed had nothing open for them.
    private static let removedDevices = RetentionTask(name: "removed devices") { sql, now, limit in
        try delete(from: "removed_devices", key: "device_id", where: "removed_at < :moment", sql, now, hour, limit)
    }

    /// Calls that everybody has taken out of their history, or whose people are all gone.
    private static let unseenCalls = RetentionTask(name: "unseen calls") { sql, _, limit in
        try CallHistoryRepository(sql).deleteUnseen(limit: limit)
    }

    /// What nobody came for. The router lets go of it as well; this is for what a server before it left behind.
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
