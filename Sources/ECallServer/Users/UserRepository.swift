import ECallAPI
import ServerFoundation

/// An account.
struct User: Sendable, Hashable {
    let id: UserID
    let email: String?
    let phoneNumber: String?
    let displayName: String
    /// Whether a code was ever verified; before that, anyone may have typed the address.
    let isVerified: Bool
    let deletedAt: Timestamp?

    init(row: SQLRow) throws {
        id = try row.id("id")
        email = try row.optionalText("email")
        phoneNumber = try row.optionalText("phone_number")
        displayName = try row.text("display_name")
        isVerified = try row.flag("verified")
        deletedAt = try row.optionalMoment("deleted_at")
    }
}

struct UserRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func find(_ id: UserID) throws -> User? {
        try sql.query("SELECT * FROM users WHERE id = :id", ["id": .id(id)]).first.map(User.init(row:))
    }

    func find(_ identifier: LoginIdentifier) throws -> User? { try find(LoginMethodKey(identifier)) }

    func find(_ key: LoginMethodKey) throws -> User? {
        try LoginMethodRepository(sql).find(key).flatMap { try find($0.user) }
    }

    /// Creates an unverified account.
    func create(_ identifier: LoginIdentifier, displayName: String, at now: Timestamp) throws -> UserID {
        try create(LoginMethodKey(identifier), label: identifier.text, displayName: displayName, at: now)
    }

    /// Creates an unverified account with its first login method.
    func create(
        _ key: LoginMethodKey, label: String, displayName: String, at now: Timestamp
    ) throws -> UserID {
        let id: UserID = try freshID { try find($0) != nil }
        try sql.execute(
            "INSERT INTO users (id, display_name, verified, created_at) VALUES (:id, :name, 0, :now)",
            ["id": .id(id), "name": .text(displayName), "now": .moment(now)])
        try LoginMethodRepository(sql).add(key, label: label, to: id, verifiedAt: nil, at: now)
        return id
    }

    func rename(_ id: UserID, to name: DisplayName) throws {
        try sql.execute(
            "UPDATE users SET display_name = :name WHERE id = :id", ["name": .text(name.text), "id": .id(id)])
    }

    /// Marks the account as verified by a proven login method, with which its owner signs in.
    func markVerified(_ id: UserID, by key: LoginMethodKey, at now: Timestamp) throws {
        try sql.execute("UPDATE users SET verified = 1 WHERE id = :id", ["id": .id(id)])
        if let method = try LoginMethodRepository(sql).find(key) {
            try LoginMethodRepository(sql).markVerified(method.id, at: now)
        }
        try LoginMethodRepository(sql).noteUse(of: key, at: now)
    }
}
