import ECallAPI

/// A code that was sent and not used yet.
struct PendingCode: Sendable, Hashable {
    let digest: String
    let sentAt: Timestamp
    let expiresAt: Timestamp
    let attemptsLeft: Int
}

/// What comes of a try at a code. Pure: decided by the stored code, the digest of what was typed, and the time.
enum CodeAttempt: Equatable {
    case accepted
    case wrong(attemptsLeft: Int)
    case expired
    case exhausted
    case nothingPending

    static func judge(_ pending: PendingCode?, digest: String, at now: Timestamp) -> Self {
        guard let pending else { return .nothingPending }
        guard pending.attemptsLeft > 0 else { return .exhausted }
        guard now < pending.expiresAt else { return .expired }
        guard Digest.areEqual(pending.digest, digest) else { return .wrong(attemptsLeft: pending.attemptsLeft - 1) }
        return .accepted
    }
}

/// Pending codes in the database, one for each identifier.
struct OneTimeCodeRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func find(_ identifier: LoginIdentifier) throws -> PendingCode? {
        try sql.query(
            "SELECT * FROM one_time_codes WHERE identifier = :identifier", ["identifier": .text(identifier.text)]
        ).first.map { row in
            PendingCode(
                digest: try row.text("code_hash"), sentAt: try row.moment("sent_at"),
                expiresAt: try row.moment("expires_at"), attemptsLeft: Int(try row.integer("attempts_left")))
        }
    }

    /// Takes the place of any earlier code.
    func store(_ code: PendingCode, for identifier: LoginIdentifier) throws {
        try sql.execute(
            """
            INSERT INTO one_time_codes (identifier, code_hash, sent_at, expires_at, attempts_left)
            VALUES (:identifier, :hash, :sent, :expires, :attempts)
            ON CONFLICT (identifier) DO UPDATE SET code_hash = excluded.code_hash, sent_at = excluded.sent_at,
                expires_at = excluded.expires_at, attempts_left = excluded.attempts_left
            """,
            [
                "identifier": .text(identifier.text), "hash": .text(code.digest), "sent": .moment(code.sentAt),
                "expires": .moment(code.expiresAt), "attempts": .integer(Int64(code.attemptsLeft)),
            ])
    }

    func setAttempts(_ left: Int, for identifier: LoginIdentifier) throws {
        try sql.execute(
            "UPDATE one_time_codes SET attempts_left = :left WHERE identifier = :identifier",
            ["left": .integer(Int64(left)), "identifier": .text(identifier.text)])
    }

    func remove(_ identifier: LoginIdentifier) throws {
        try sql.execute(
            "DELETE FROM one_time_codes WHERE identifier = :identifier", ["identifier": .text(identifier.text)])
    }
}
