import ECallAPI
import ServerFoundation

/// A code that was sent to an address or number, and whether it was verified.
struct AddressProof: Sendable, Hashable {
    let code: PendingCode
    let verifiedAt: Timestamp?
}

/// Proofs in the database, one for each device and identifier.
struct AddressProofRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func find(_ identifier: LoginIdentifier, _ caller: DeviceIdentity) throws -> AddressProof? {
        try sql.query(
            "SELECT * FROM address_proofs WHERE \(Self.key)", Self.arguments(identifier, caller)
        ).first.map { row in
            AddressProof(
                code: PendingCode(
                    digest: try row.text("code_hash"), sentAt: try row.moment("sent_at"),
                    expiresAt: try row.moment("expires_at"), attemptsLeft: Int(try row.integer("attempts_left"))),
                verifiedAt: try row.optionalMoment("verified_at"))
        }
    }

    /// Stores the code in place of any earlier one.
    func store(_ code: PendingCode, for identifier: LoginIdentifier, _ caller: DeviceIdentity) throws {
        try remove(identifier, caller)
        var arguments = Self.arguments(identifier, caller)
        arguments["hash"] = .text(code.digest)
        arguments["sent"] = .moment(code.sentAt)
        arguments["expires"] = .moment(code.expiresAt)
        arguments["attempts"] = .integer(Int64(code.attemptsLeft))
        try sql.execute(
            """
            INSERT INTO address_proofs (device_id, user_id, identifier, code_hash, sent_at, expires_at, attempts_left)
            VALUES (:device, :user, :identifier, :hash, :sent, :expires, :attempts)
            """, arguments)
    }

    func setAttempts(_ left: Int, for identifier: LoginIdentifier, _ caller: DeviceIdentity) throws {
        var arguments = Self.arguments(identifier, caller)
        arguments["left"] = .integer(Int64(left))
        try sql.execute("UPDATE address_proofs SET attempts_left = :left WHERE \(Self.key)", arguments)
    }

    func markVerified(_ identifier: LoginIdentifier, _ caller: DeviceIdentity, at now: Timestamp) throws {
        var arguments = Self.arguments(identifier, caller)
        arguments["now"] = .moment(now)
        try sql.execute("UPDATE address_proofs SET verified_at = :now WHERE \(Self.key)", arguments)
    }

    func remove(_ identifier: LoginIdentifier, _ caller: DeviceIdentity) throws {
        try sql.execute("DELETE FROM address_proofs WHERE \(Self.key)", Self.arguments(identifier, caller))
    }

    private static let key = "device_id = :device AND user_id = :user AND identifier = :identifier"

    private static func arguments(_ identifier: LoginIdentifier, _ caller: DeviceIdentity) -> [String: SQLValue] {
        ["device": .id(caller.device), "user": .id(caller.user), "identifier": .text(identifier.text)]
    }
}
