import ECallAPI
import ServerFoundation

/// A way into an account that was removed a short while ago.
struct RemovedLoginMethod: Sendable, Hashable {
    let user: UserID
    let key: LoginMethodKey
    let label: String
    /// When it came to the account.
    let createdAt: Timestamp
    let removedAt: Timestamp
    /// Until when it can be taken back.
    let expiresAt: Timestamp

    /// Whether there is a way back for who has the address (wire-protocol 9.8).
    ///
    /// Not where the removal was shown to be the owner's by something that is older than what whoever has the mailbox may have: the key
    /// of a device from before the last sign-in by it, or a code to a way in that the account has had for longer. Else a mailbox that
    /// its owner has taken off the account, since it is in other hands, would be given back to those.
    static func hasWayBack(_ method: LoginMethod, removedBy proof: FreshProof) -> Bool {
        switch proof {
        case .key(let since): method.usedAt.map { since >= $0 } ?? true
        case .signIn: true
        case .code(let other): other.id == method.id || other.createdAt >= method.createdAt
        }
    }

    /// Whether a way in that the account has got since goes when this one is taken back: it came shortly before the removal, or after it.
    func supersedes(_ other: LoginMethod, within seconds: Int) -> Bool {
        other.createdAt > createdAt && other.createdAt > removedAt.advanced(bySeconds: -seconds)
    }
}

/// Removed ways in, in the database: by the hash of what the mail says.
struct RemovedLoginMethodRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func add(_ method: RemovedLoginMethod, tokenHash: String) throws {
        try forget(method.key)
        try sql.execute(
            """
            INSERT INTO removed_login_methods (token_hash, user_id, type, issuer, subject, label, created_at,
                removed_at, expires_at)
            VALUES (:hash, :user, :type, :issuer, :subject, :label, :created, :removed, :expires)
            """,
            [
                "hash": .text(tokenHash), "user": .id(method.user), "type": .text(method.key.type.rawValue),
                "issuer": .text(method.key.issuer), "subject": .text(method.key.subject),
                "label": .text(method.label), "created": .moment(method.createdAt),
                "removed": .moment(method.removedAt), "expires": .moment(method.expiresAt),
            ])
    }

    /// nil where it is unknown or over.
    func find(tokenHash: String, at now: Timestamp) throws -> RemovedLoginMethod? {
        try sql.query(
            "SELECT * FROM removed_login_methods WHERE token_hash = :hash AND expires_at > :now",
            ["hash": .text(tokenHash), "now": .moment(now)]
        ).first.map(Self.read)
    }

    /// Whose it was, where it can still be taken back.
    func find(_ key: LoginMethodKey, at now: Timestamp) throws -> RemovedLoginMethod? {
        try sql.query(
            """
            SELECT * FROM removed_login_methods
            WHERE subject = :subject AND type = :type AND issuer = :issuer AND expires_at > :now
            """, Self.arguments(key).merging(["now": .moment(now)]) { $1 }
        ).first.map(Self.read)
    }

    func forget(_ key: LoginMethodKey) throws {
        try sql.execute(
            "DELETE FROM removed_login_methods WHERE subject = :subject AND type = :type AND issuer = :issuer",
            Self.arguments(key))
    }

    /// Throws where another account has lost it a short while ago: its owner may want it back.
    func requireFree(_ key: LoginMethodKey, for user: UserID?, at now: Timestamp) throws {
        guard let owner = try find(key, at: now)?.user, owner != user else { return }
        throw APIFailure(
            .recentlyRemoved,
            "This was taken off another account a short while ago. Take it back by the message that came then, or wait a week"
        )
    }

    private static func arguments(_ key: LoginMethodKey) -> [String: SQLValue] {
        ["type": .text(key.type.rawValue), "issuer": .text(key.issuer), "subject": .text(key.subject)]
    }

    private static func read(_ row: SQLRow) throws -> RemovedLoginMethod {
        struct UnknownType: Error {}
        guard let type = LoginMethodType(rawValue: try row.text("type")) else { throw UnknownType() }
        return RemovedLoginMethod(
            user: try row.id("user_id"),
            key: LoginMethodKey(type: type, issuer: try row.text("issuer"), subject: try row.text("subject")),
            label: try row.text("label"), createdAt: try row.moment("created_at"),
            removedAt: try row.moment("removed_at"), expiresAt: try row.moment("expires_at"))
    }
}
