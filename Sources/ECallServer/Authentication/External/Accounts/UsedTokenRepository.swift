import ECallAPI
import ServerFoundation

/// Identity tokens that were used to sign in, kept until they expire: a token found elsewhere cannot be replayed.
///
/// The device that used one may send it again for a short time, since clients retry after a lost answer.
struct UsedTokenRepository {
    /// In seconds: four tries of 30 s and the pauses between them (wire-protocol 0.3).
    static let repetition = 130

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Marks the token as used; returns whether it could be used now. A device without a key cannot retry, because nothing
    /// distinguishes it from others.
    func use(_ digest: String, deviceKey: String, until end: Timestamp, at now: Timestamp) throws -> Bool {
        let rows = try sql.query(
            "SELECT device_key_hash, used_at FROM used_identity_tokens WHERE token_hash = :hash",
            ["hash": .text(digest)])
        if let row = rows.first {
            let isSame = try !deviceKey.isEmpty && row.text("device_key_hash") == deviceKey
            return try isSame && now < row.moment("used_at").advanced(bySeconds: Self.repetition)
        }
        try sql.execute(
            """
            INSERT INTO used_identity_tokens (token_hash, device_key_hash, used_at, expires_at)
            VALUES (:hash, :key, :now, :end)
            """,
            ["hash": .text(digest), "key": .text(deviceKey), "now": .moment(now), "end": .moment(end)])
        return true
    }
}
