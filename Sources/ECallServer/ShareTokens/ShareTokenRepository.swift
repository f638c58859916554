import ECallAPI
import ServerFoundation

struct StoredShareToken: Sendable, Hashable {
    let owner: UserID
    let expiresAt: Timestamp
    var isUsedUp: Bool
    let isRevoked: Bool
    /// Whether it is a personal link, for several people.
    let isReusable: Bool
    /// The only person who can use it, because their search made it; nil for anyone.
    let reader: UserID?

    enum State: Sendable, Hashable, CaseIterable { case valid, expired, used, unknown }

    /// `caller` is nil for a person who is not signed in. A revoked token, and one for another reader, count as unknown. Pure.
    static func state(of token: StoredShareToken?, for caller: UserID?, at now: Timestamp) -> State {
        guard let token, !token.isRevoked, token.reader == nil || token.reader == caller else { return .unknown }
        guard now < token.expiresAt else { return .expired }
        return token.isUsedUp ? .used : .valid
    }

    /// Throws the obstacle to its use: 404 `ErrTokenNotFound`, 410 `ErrTokenExpired` or `ErrTokenUsed`, 409
    /// `ErrSelfResolve`, in this order. Pure.
    static func check(_ token: StoredShareToken?, for caller: UserID, at now: Timestamp) throws(APIFailure) -> UserID {
        switch state(of: token, for: caller, at: now) {
        case .expired: throw APIFailure(.tokenExpired, "This link has expired")
        case .used: throw APIFailure(.tokenUsed, "This link has been used")
        case .valid:
            guard let token, token.owner != caller else { throw APIFailure(.selfResolve, "This is your own link") }
            return token.owner
        case .unknown: throw APIFailure(.tokenNotFound, "This link is not valid")
        }
    }
}

/// A personal link's stored form: the inputs of its token, not the token.
struct StoredPersonalLink: Sendable, Hashable {
    let hash: String
    let salt: String
    let maxUses: Int
    let usedCount: Int
    let createdAt: Timestamp
    let expiresAt: Timestamp
}

/// Share tokens in the database, by keyed hash.
struct ShareTokenRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func add(
        _ hash: String, owner: UserID, reader: UserID? = nil, createdAt: Timestamp, expiresAt: Timestamp,
        maxUses: Int = 1, personalSalt: String? = nil
    ) throws {
        try sql.execute(
            """
            INSERT INTO share_tokens
                (token_hash, owner_id, created_at, expires_at, max_uses, used_count, reader_id, personal_salt)
            VALUES (:hash, :owner, :created, :expires, :uses, 0, :reader, :salt)
            """,
            [
                "hash": .text(hash), "owner": .id(owner), "created": .moment(createdAt),
                "expires": .moment(expiresAt), "reader": reader.map { .id($0) } ?? .null,
                "uses": .integer(Int64(maxUses)), "salt": personalSalt.map { .text($0) } ?? .null,
            ])
    }

    /// The personal link that is not revoked; it may have expired.
    func personal(of owner: UserID) throws -> StoredPersonalLink? {
        try sql.query(
            """
            SELECT * FROM share_tokens WHERE owner_id = :owner AND personal_salt IS NOT NULL AND revoked_at IS NULL
            """, ["owner": .id(owner)]
        ).first.map { row in
            StoredPersonalLink(
                hash: try row.text("token_hash"), salt: try row.text("personal_salt"),
                maxUses: Int(try row.integer("max_uses")), usedCount: Int(try row.integer("used_count")),
                createdAt: try row.moment("created_at"), expiresAt: try row.moment("expires_at"))
        }
    }

    /// Extends a personal link as if it were new.
    func extend(_ hash: String, maxUses: Int, at now: Timestamp, expiresAt: Timestamp) throws {
        try sql.execute(
            """
            UPDATE share_tokens SET max_uses = :uses, used_count = 0, created_at = :now, expires_at = :expires
            WHERE token_hash = :hash
            """,
            [
                "hash": .text(hash), "uses": .integer(Int64(maxUses)), "now": .moment(now),
                "expires": .moment(expiresAt),
            ])
    }

    func find(_ hash: String) throws -> StoredShareToken? {
        try sql.query("SELECT * FROM share_tokens WHERE token_hash = :hash", ["hash": .text(hash)]).first.map { row in
            StoredShareToken(
                owner: try row.id("owner_id"), expiresAt: try row.moment("expires_at"),
                isUsedUp: try row.integer("used_count") >= row.integer("max_uses"),
                isRevoked: try row.optionalMoment("revoked_at") != nil, isReusable: !row.isNull("personal_salt"),
                reader: row.isNull("reader_id") ? nil : try row.id("reader_id"))
        }
    }

    func use(_ hash: String) throws {
        try sql.execute(
            "UPDATE share_tokens SET used_count = used_count + 1 WHERE token_hash = :hash", ["hash": .text(hash)])
    }

    /// The number of tokens the owner has made since then, including revoked ones; an extended personal link counts from
    /// its extension. Excludes tokens that a search made.
    func count(of owner: UserID, since moment: Timestamp) throws -> Int {
        try sql.query(
            """
            SELECT count(*) AS made FROM share_tokens
            WHERE owner_id = :owner AND reader_id IS NULL AND created_at > :moment
            """,
            ["owner": .id(owner), "moment": .moment(moment)]
        ).first.map { Int(try $0.integer("made")) } ?? 0
    }

    /// Revokes one of the owner's tokens, or all. Returns how many there were.
    func revoke(_ hash: String?, of owner: UserID, at now: Timestamp) throws -> Int {
        var arguments: [String: SQLValue] = ["owner": .id(owner), "now": .moment(now)]
        var condition = ""
        if let hash {
            arguments["hash"] = .text(hash)
            condition = " AND token_hash = :hash"
        }
        return try sql.execute(
            "UPDATE share_tokens SET revoked_at = :now WHERE owner_id = :owner AND revoked_at IS NULL" + condition,
            arguments)
    }
}
