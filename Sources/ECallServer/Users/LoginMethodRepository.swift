import ECallAPI
import ServerFoundation

/// The unique key of a login method: no two accounts have the same one.
struct LoginMethodKey: Hashable, Sendable {
    let type: LoginMethodType
    /// The issuer that vouches for the subject: `https://accounts.google.com`; empty for addresses and numbers, which a
    /// code proves.
    let issuer: String
    let subject: String

    init(type: LoginMethodType, issuer: String, subject: String) {
        (self.type, self.issuer, self.subject) = (type, issuer, subject)
    }

    init(_ identifier: LoginIdentifier) {
        let type: LoginMethodType =
            switch identifier {
            case .email: .email
            case .phone: .phone
            }
        self.init(type: type, issuer: "", subject: identifier.text)
    }

    /// The address or number; nil for Google and Apple.
    var identifier: LoginIdentifier? {
        switch type {
        case .email: LoginIdentifier(email: subject)
        case .phone: LoginIdentifier(phoneNumber: subject)
        case .google, .apple: nil
        }
    }
}

struct LoginMethod: Sendable, Hashable {
    let id: LoginMethodID
    let user: UserID
    let key: LoginMethodKey
    /// The text that a person recognises: the address, the number, or the address at the issuer.
    let label: String
    let isPrimary: Bool
    /// nil until it is proven.
    let verifiedAt: Timestamp?
    let createdAt: Timestamp
    /// The last sign-in with it; nil if there was none, or none since this is stored.
    let usedAt: Timestamp?

    init(row: SQLRow) throws {
        struct UnknownType: Error {}
        guard let type = LoginMethodType(rawValue: try row.text("type")) else { throw UnknownType() }
        id = try row.id("id")
        user = try row.id("user_id")
        key = LoginMethodKey(type: type, issuer: try row.text("issuer"), subject: try row.text("subject"))
        label = try row.text("label")
        isPrimary = try row.flag("is_primary")
        verifiedAt = try row.optionalMoment("verified_at")
        createdAt = try row.moment("created_at")
        usedAt = try row.optionalMoment("used_at")
    }
}

/// Login methods in the database. `users.email` and `users.phone_number` mirror them: the primary one or else the oldest.
struct LoginMethodRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func find(_ key: LoginMethodKey) throws -> LoginMethod? {
        try sql.query(
            "SELECT * FROM login_methods WHERE type = :type AND issuer = :issuer AND subject = :subject",
            ["type": .text(key.type.rawValue), "issuer": .text(key.issuer), "subject": .text(key.subject)]
        ).first.map(LoginMethod.init(row:))
    }

    /// The user's login methods, the primary one first, then the oldest.
    func methods(of user: UserID) throws -> [LoginMethod] {
        try sql.query(
            "SELECT * FROM login_methods WHERE user_id = :user ORDER BY is_primary DESC, created_at, id",
            ["user": .id(user)]
        ).map(LoginMethod.init(row:))
    }

    /// Adds a login method. An account's first becomes its primary one.
    @discardableResult
    func add(
        _ key: LoginMethodKey, label: String, to user: UserID, verifiedAt: Timestamp?, at now: Timestamp
    ) throws -> LoginMethodID {
        let id: LoginMethodID = try freshID { id in
            try !sql.query("SELECT id FROM login_methods WHERE id = :id", ["id": .id(id)]).isEmpty
        }
        let isFirst = try methods(of: user).isEmpty
        try sql.execute(
            """
            INSERT INTO login_methods (id, user_id, type, issuer, subject, label, is_primary, verified_at, created_at)
            VALUES (:id, :user, :type, :issuer, :subject, :label, :primary, :verified, :now)
            """,
            [
                "id": .id(id), "user": .id(user), "type": .text(key.type.rawValue), "issuer": .text(key.issuer),
                "subject": .text(key.subject), "label": .text(label), "primary": .flag(isFirst),
                "verified": .moment(verifiedAt), "now": .moment(now),
            ])
        try refreshProfile(of: user)
        return id
    }

    func markVerified(_ id: LoginMethodID, at now: Timestamp) throws {
        try sql.execute(
            "UPDATE login_methods SET verified_at = :now WHERE id = :id AND verified_at IS NULL",
            ["id": .id(id), "now": .moment(now)])
    }

    func noteUse(of key: LoginMethodKey, at now: Timestamp) throws {
        try sql.execute(
            "UPDATE login_methods SET used_at = :now WHERE type = :type AND issuer = :issuer AND subject = :subject",
            [
                "now": .moment(now), "type": .text(key.type.rawValue), "issuer": .text(key.issuer),
                "subject": .text(key.subject),
            ])
    }

    func makePrimary(_ id: LoginMethodID, of user: UserID) throws {
        try sql.execute(
            "UPDATE login_methods SET is_primary = CASE WHEN id = :id THEN 1 ELSE 0 END WHERE user_id = :user",
            ["id": .id(id), "user": .id(user)])
        try refreshProfile(of: user)
    }

    /// Removes a login method; if it was the primary one, the oldest of the rest becomes primary.
    func remove(_ id: LoginMethodID, of user: UserID) throws {
        try sql.execute(
            "DELETE FROM login_methods WHERE id = :id AND user_id = :user", ["id": .id(id), "user": .id(user)])
        if let first = try methods(of: user).first, !first.isPrimary { try makePrimary(first.id, of: user) }
        try refreshProfile(of: user)
    }

    private func refreshProfile(of user: UserID) throws {
        let methods = try methods(of: user)
        func shown(_ type: LoginMethodType) -> String? { methods.first { $0.key.type == type }?.key.subject }
        try sql.execute(
            "UPDATE users SET email = :email, phone_number = :phone WHERE id = :user",
            ["email": .text(shown(.email)), "phone": .text(shown(.phone)), "user": .id(user)])
    }
}
