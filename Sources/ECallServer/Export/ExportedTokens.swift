import ECallAPI
import ServerFoundation

/// An account's share tokens, in parts. Omits whom a search has found, and who has searched for the account.
struct ExportedTokens {
    struct Position: Sendable, Equatable {
        let createdAt: Timestamp
        let hash: String
    }

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Tokens that the account made to be found by.
    func made(by owner: UserID, after position: Position?, limit: Int) throws -> ExportPart<
        ExportedShareToken, Position
    > {
        try part(
            sql.query(
                """
                SELECT token_hash, created_at, expires_at, max_uses, used_count, revoked_at FROM share_tokens
                WHERE owner_id = :user AND reader_id IS NULL AND (created_at, token_hash) < (:created, :hash)
                ORDER BY created_at DESC, token_hash DESC LIMIT :limit
                """, arguments(owner, position, limit)), limit)
    }

    /// Tokens that the account's own searches made.
    func found(
        by reader: UserID, after position: Position?, limit: Int
    ) throws -> ExportPart<ExportedShareToken, Position> {
        try part(
            sql.query(
                """
                SELECT token_hash, created_at, expires_at, max_uses, used_count, revoked_at FROM share_tokens
                WHERE reader_id = :user AND (created_at, token_hash) < (:created, :hash)
                ORDER BY created_at DESC, token_hash DESC LIMIT :limit
                """, arguments(reader, position, limit)), limit)
    }

    private func arguments(_ user: UserID, _ position: Position?, _ limit: Int) -> [String: SQLValue] {
        [
            "user": .id(user), "limit": .integer(Int64(limit)), "hash": .text(position?.hash ?? ""),
            "created": .moment(position?.createdAt ?? Timestamp(milliseconds: .max)),
        ]
    }

    private func part(_ rows: [SQLRow], _ limit: Int) throws -> ExportPart<ExportedShareToken, Position> {
        let items = try rows.map { row in
            ExportedShareToken(
                createdAt: try row.moment("created_at"), expiresAt: try row.moment("expires_at"),
                usedCount: Int(try row.integer("used_count")), maxUses: Int(try row.integer("max_uses")),
                revokedAt: try row.optionalMoment("revoked_at"))
        }
        let last = rows.count < limit ? nil : rows.last
        return ExportPart(
            items: items,
            next: try last.map { Position(createdAt: try $0.moment("created_at"), hash: try $0.text("token_hash")) })
    }
}
