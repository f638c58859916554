import ECallAPI
import ServerFoundation

/// The exact and complete key of a search.
enum SearchKey: Hashable, Sendable {
    case identifier(LoginIdentifier)
    /// 64 lower-case hex digits.
    case publicKeyHash(String)

    /// Throws 400 `ErrSearchContactsFailed` unless exactly one key is given and well-formed. Pure.
    init(_ request: SearchRequest) throws(APIFailure) {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        switch (given(request.email), given(request.phoneNumber), given(request.publicKeyHash)) {
        case (let email?, nil, nil):
            guard let identifier = LoginIdentifier(email: email, phoneNumber: nil) else {
                throw APIFailure(.searchFailed, "This is not an e-mail address")
            }
            self = .identifier(identifier)
        case (nil, let number?, nil):
            guard let identifier = LoginIdentifier(email: nil, phoneNumber: number) else {
                throw APIFailure(.searchFailed, "Enter a phone number with + and the country code")
            }
            self = .identifier(identifier)
        case (nil, nil, let hash?):
            guard hash.utf8.count == 64, hash.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
                throw APIFailure(.searchFailed, "A key hash has 64 hexadecimal digits")
            }
            self = .publicKeyHash(hash.lowercased())
        default:
            throw APIFailure(.searchFailed, "Enter an e-mail address, phone number or key fingerprint")
        }
    }
}

struct SearchRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    struct Hit: Sendable {
        let user: UserID
        let displayName: String
    }

    /// Returns the person with the proven address or number, or with a device with the key, unless it is the searcher, or
    /// the person is unverified, about to be deleted or not searchable, or one of the two has blocked the other.
    ///
    /// One statement for all of that, so that timing does not reveal the reason of a miss either.
    func find(_ key: SearchKey, by searcher: UserID) throws -> Hit? {
        var arguments: [String: SQLValue] = ["searcher": .id(searcher)]
        let candidates: String
        switch key {
        case .identifier(let identifier):
            let method = LoginMethodKey(identifier)
            candidates = """
                SELECT user_id FROM login_methods
                WHERE type = :type AND issuer = :issuer AND subject = :subject AND verified_at IS NOT NULL
                """
            arguments["type"] = .text(method.type.rawValue)
            arguments["issuer"] = .text(method.issuer)
            arguments["subject"] = .text(method.subject)
        case .publicKeyHash(let hash):
            // The partial indexes are used only if the query states that the columns are not empty.
            candidates = """
                SELECT user_id FROM devices WHERE public_key_hash = :hash AND public_key_hash <> ''
                UNION SELECT user_id FROM devices WHERE key_bytes_hash = :hash AND key_bytes_hash <> ''
                """
            arguments["hash"] = .text(hash)
        }
        return try sql.query(
            """
            SELECT u.id, u.display_name FROM users u WHERE u.id IN (\(candidates))
                AND u.id <> :searcher AND u.verified = 1 AND u.searchable = 1 AND u.deleted_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.owner_id = u.id AND b.blocked_id = :searcher)
                    OR (b.owner_id = :searcher AND b.blocked_id = u.id))
            ORDER BY u.id LIMIT 1
            """, arguments
        ).first.map { Hit(user: try $0.id("id"), displayName: try $0.text("display_name")) }
    }

    func isSearchable(_ user: UserID) throws -> Bool {
        try sql.query("SELECT searchable FROM users WHERE id = :id", ["id": .id(user)]).first?.flag("searchable")
            ?? false
    }

    func setSearchable(_ isSearchable: Bool, _ user: UserID) throws {
        try sql.execute(
            "UPDATE users SET searchable = :flag WHERE id = :id", ["flag": .flag(isSearchable), "id": .id(user)])
    }
}
