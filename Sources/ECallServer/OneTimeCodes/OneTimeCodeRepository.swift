import ECallAPI
import ServerFoundation

/// A sent code that was not used yet.
struct PendingCode: Sendable, Hashable {
    let digest: String
    let sentAt: Timestamp
    let expiresAt: Timestamp
    let attemptsLeft: Int

    /// Whether a request now is a repetition of the same one: clients retry by themselves.
    func isRepetition(at now: Timestamp, within seconds: Int) -> Bool {
        attemptsLeft > 0 && now < sentAt.advanced(bySeconds: seconds)
    }
}

/// The result of an attempt at a code. Pure: depends on the stored code, the digest of the typed text, and the time.
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
        guard HexDigest.areEqual(pending.digest, digest) else { return .wrong(attemptsLeft: pending.attemptsLeft - 1) }
        return .accepted
    }
}

/// A pending sign-in code. Attempts are bound to the key that requested it: anyone with another key has a separate code and
/// attempts, and cannot use up the owner's.
struct SignInCode: Sendable, Hashable {
    var code: PendingCode
    /// The hash of the device's public key; empty if none was given.
    let keyHash: String
    /// The requested name of a new account; empty if none was given.
    let displayName: String
    /// The keyed hash of the requesting address.
    let askedFrom: String
    /// The kind that attempts at it count for.
    let kind: CodeKind
}

/// Pending codes in the database, one for each identifier and key.
struct OneTimeCodeRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func find(_ identifier: LoginIdentifier, keyHash: String) throws -> SignInCode? {
        try sql.query(
            "SELECT * FROM one_time_codes WHERE identifier = :identifier AND key_hash = :key",
            ["identifier": .text(identifier.text), "key": .text(keyHash)]
        ).first.map(SignInCode.init(row:))
    }

    /// The code for this key, or else one that was requested without a key.
    func find(_ identifier: LoginIdentifier, forDevice keyHash: String) throws -> SignInCode? {
        if let bound = try find(identifier, keyHash: keyHash) { return bound }
        return keyHash.isEmpty ? nil : try find(identifier, keyHash: "")
    }

    /// The code that a request without a key refers to: the one requested from the same place, or else the newest.
    func find(_ identifier: LoginIdentifier, askedFrom place: String) throws -> SignInCode? {
        try sql.query(
            """
            SELECT * FROM one_time_codes WHERE identifier = :identifier
            ORDER BY CASE WHEN asked_from = :place THEN 0 ELSE 1 END, sent_at DESC, key_hash LIMIT 1
            """, ["identifier": .text(identifier.text), "place": .text(place)]
        ).first.map(SignInCode.init(row:))
    }

    /// Stores the code in place of any earlier one for the same key.
    func store(_ entry: SignInCode, for identifier: LoginIdentifier) throws {
        try sql.execute(
            """
            INSERT INTO one_time_codes (identifier, key_hash, code_hash, sent_at, expires_at, attempts_left,
                display_name, asked_from, kind)
            VALUES (:identifier, :key, :hash, :sent, :expires, :attempts, :name, :place, :kind)
            ON CONFLICT (identifier, key_hash) DO UPDATE SET code_hash = excluded.code_hash,
                sent_at = excluded.sent_at, expires_at = excluded.expires_at, attempts_left = excluded.attempts_left,
                display_name = excluded.display_name, asked_from = excluded.asked_from, kind = excluded.kind
            """,
            [
                "identifier": .text(identifier.text), "key": .text(entry.keyHash), "hash": .text(entry.code.digest),
                "sent": .moment(entry.code.sentAt), "expires": .moment(entry.code.expiresAt),
                "attempts": .integer(Int64(entry.code.attemptsLeft)), "name": .text(entry.displayName),
                "place": .text(entry.askedFrom), "kind": .text(entry.kind.rawValue),
            ])
    }

    func setAttempts(_ left: Int, of entry: SignInCode, for identifier: LoginIdentifier) throws {
        try sql.execute(
            "UPDATE one_time_codes SET attempts_left = :left WHERE identifier = :identifier AND key_hash = :key",
            ["left": .integer(Int64(left)), "identifier": .text(identifier.text), "key": .text(entry.keyHash)])
    }

    func remove(_ entry: SignInCode, for identifier: LoginIdentifier) throws {
        try sql.execute(
            "DELETE FROM one_time_codes WHERE identifier = :identifier AND key_hash = :key",
            ["identifier": .text(identifier.text), "key": .text(entry.keyHash)])
    }
}

extension SignInCode {
    fileprivate init(row: SQLRow) throws {
        self.init(
            code: PendingCode(
                digest: try row.text("code_hash"), sentAt: try row.moment("sent_at"),
                expiresAt: try row.moment("expires_at"), attemptsLeft: Int(try row.integer("attempts_left"))),
            keyHash: try row.text("key_hash"), displayName: try row.text("display_name"),
            askedFrom: try row.text("asked_from"), kind: CodeKind(rawValue: try row.text("kind")) ?? .short)
    }
}
