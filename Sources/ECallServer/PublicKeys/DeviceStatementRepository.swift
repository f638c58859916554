import Crypto
import ECallAPI
import Foundation
import ServerFoundation

/// What users have said for devices of theirs, and against them (e2ee 1).
struct DeviceStatementRepository {
    enum Kind: String, Sendable { case vouch = "ecall-vouch", revoke = "ecall-revoke" }

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// The oldest first.
    func statements(of user: UserID, _ kind: Kind) throws -> [String] {
        try sql.query(
            """
            SELECT statement FROM device_statements WHERE user_id = :user AND is_revoke = :revoke
            ORDER BY created_at, statement_hash
            """, ["user": .id(user), "revoke": .flag(kind == .revoke)]
        ).map { try $0.text("statement") }
    }

    /// Keeps one; the same again changes nothing. Where there is no room, vouches go for identities that no device of the
    /// user has any more; then a revoke takes the place of the oldest vouch. false when there is no room even so.
    func add(_ statement: SignedText, _ kind: Kind, of user: UserID, limit: Int, at now: Timestamp) throws -> Bool {
        let isKnown = try statements(of: user, kind).contains(statement.text)
        if isKnown { return true }
        if try count(of: user) >= limit { try removeOutdated(of: user) }
        if try count(of: user) >= limit, kind == .revoke, let oldest = try statements(of: user, .vouch).first {
            try remove(oldest, of: user)
        }
        guard try count(of: user) < limit else { return false }
        try sql.execute(
            """
            INSERT INTO device_statements (user_id, statement_hash, is_revoke, statement, created_at)
            VALUES (:user, :hash, :revoke, :statement, :now)
            """,
            [
                "user": .id(user), "hash": .text(HexDigest.sha256(statement.text)), "revoke": .flag(kind == .revoke),
                "statement": .text(statement.text), "now": .moment(now),
            ])
        return true
    }

    private func count(of user: UserID) throws -> Int64 {
        try sql.query("SELECT COUNT(*) AS count FROM device_statements WHERE user_id = :user", ["user": .id(user)])
            .first?.integer("count") ?? 0
    }

    private func removeOutdated(of user: UserID) throws {
        let present = Set(
            try DeviceRepository(sql).devices(of: user).map { device in
                Base64URL.encode(Data(SHA256.hash(data: Data(device.identity.utf8))))
            })
        for text in try statements(of: user, .vouch)
        where !present.contains(SignedText(text)?.vouchedIdentity ?? "") {
            try remove(text, of: user)
        }
    }

    private func remove(_ statement: String, of user: UserID) throws {
        try sql.execute(
            "DELETE FROM device_statements WHERE user_id = :user AND statement_hash = :hash",
            ["user": .id(user), "hash": .text(HexDigest.sha256(statement))])
    }
}
