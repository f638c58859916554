import ECallAPI
import ServerFoundation

/// Tokens that signed somebody in, until they expire by themselves: a token that is found somewhere opens nothing.
///
/// The device that used one may send it again for a moment, since clients repeat requests whose answer was lost.
struct UsedTokenRepository {
    /// In seconds: four tries of 30 s and the pauses between them (wire-protocol 0.3).
    static let repetition = 130

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Whether the token may be used now; from now on it is used. A device without a key has no second try: nothing
    /// tells it from others.
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
