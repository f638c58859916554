import ECallAPI
import ServerFoundation

struct RemovedLoginMethod: Sendable, Hashable {
    let user: UserID
    let key: LoginMethodKey
    let label: String
    /// When it was added to the account.
    let createdAt: Timestamp
    let removedAt: Timestamp
    /// The end of the time in which it can be restored.
    let expiresAt: Timestamp

    /// Whether the owner of the address can restore the login method (wire-protocol 9.8).
    ///
    /// Not if the removal was proven to be the owner's by something older than any access of the mailbox's holder: the key
    /// of a device from before the last sign-in with the method, or a code to a login method that the account has had for
    /// longer. Otherwise a mailbox that was removed because it is in other hands would be given back to those.
    static func hasWayBack(_ method: LoginMethod, removedBy proof: FreshProof) -> Bool {
        switch proof {
        case .key(let since): method.usedAt.map { since >= $0 } ?? true
        case .signIn: true
        case .code(let other): other.id == method.id || other.createdAt >= method.createdAt
        }
    }

    /// Whether a newer login method is removed when this one is restored: it was added shortly before the removal, or after it.
    func supersedes(_ other: LoginMethod, within seconds: Int) -> Bool {
        other.createdAt > createdAt && other.createdAt > removedAt.advanced(bySeconds: -seconds)
    }
}

/// Removed login methods in the database, by the hash of the token in the message.
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

    /// Returns nil if the token is unknown or expired.
    func find(tokenHash: String, at now: Timestamp) throws -> RemovedLoginMethod? {
        try sql.query(
            "SELECT * FROM removed_login_methods WHERE token_hash = :hash AND expires_at > :now",
            ["hash": .text(tokenHash), "now": .moment(now)]
        ).first.map(Self.read)
    }

    /// The former owner, while the method can still be restored.
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

    /// Throws if another account has lost it recently, because its owner may want it back.
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
