import ECallAPI

/// All the tokens that descend from one sign-in. Each refresh makes a new generation.
struct TokenFamily: Sendable, Hashable {
    let id: String
    let identity: DeviceIdentity
    let generation: Int64
    let rotatedAt: Timestamp
    /// When its sign-in was.
    let createdAt: Timestamp

    /// What a refresh token of a family may do. Pure.
    enum Verdict: Equatable {
        /// The newest: it makes the next generation.
        case rotate
        /// The one before, within the grace: its holder gets another token of the newest generation.
        case repeatNewest
        /// Used up: it is in two hands, so the whole family ends (W28).
        case revoke
    }

    /// The previous generation is good for `grace` seconds, and no longer once the newest one has been used: that makes
    /// the next generation, after which this one is two behind.
    func verdict(on generation: Int64?, grace: Int, at now: Timestamp) -> Verdict {
        switch generation {
        case self.generation: .rotate
        case self.generation - 1 where now <= rotatedAt.advanced(bySeconds: grace): .repeatNewest
        default: .revoke
        }
    }
}

/// Token families in the database. Of the tokens only hashes are there.
struct TokenFamilyRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Begins a family; the device's earlier ones end.
    func begin(_ id: String, _ identity: DeviceIdentity, tokenHash: String, at now: Timestamp) throws {
        try sql.execute("DELETE FROM token_families WHERE device_id = :device", ["device": .id(identity.device)])
        try sql.execute(
            """
            INSERT INTO token_families (id, device_id, user_id, generation, rotated_at, created_at)
            VALUES (:id, :device, :user, 1, :now, :now)
            """,
            ["id": .text(id), "device": .id(identity.device), "user": .id(identity.user), "now": .moment(now)])
        try add(tokenHash, to: id, generation: 1)
    }

    func find(_ id: String) throws -> TokenFamily? {
        try sql.query("SELECT * FROM token_families WHERE id = :id", ["id": .text(id)]).first.map { row in
            TokenFamily(
                id: id, identity: DeviceIdentity(user: try row.id("user_id"), device: try row.id("device_id")),
                generation: try row.integer("generation"), rotatedAt: try row.moment("rotated_at"),
                createdAt: try row.moment("created_at"))
        }
    }

    /// The generation a token belongs to; nil for one that is not kept any more.
    func generation(of tokenHash: String, in family: String) throws -> Int64? {
        try sql.query(
            "SELECT generation FROM refresh_tokens WHERE token_hash = :hash AND family_id = :family",
            ["hash": .text(tokenHash), "family": .text(family)]
        ).first?.integer("generation")
    }

    func rotate(_ family: TokenFamily, tokenHash: String, at now: Timestamp) throws {
        let next = family.generation + 1
        try sql.execute(
            "UPDATE token_families SET generation = :next, rotated_at = :now WHERE id = :id",
            ["next": .integer(next), "now": .moment(now), "id": .text(family.id)])
        // Whoever is two behind is unknown from now on, which ends the family just as well.
        try sql.execute(
            "DELETE FROM refresh_tokens WHERE family_id = :id AND generation < :oldest",
            ["id": .text(family.id), "oldest": .integer(next - 1)])
        try add(tokenHash, to: family.id, generation: next)
    }

    func add(_ tokenHash: String, to family: String, generation: Int64) throws {
        try sql.execute(
            """
            INSERT INTO refresh_tokens (token_hash, family_id, generation) VALUES (:hash, :family, :generation)
            """, ["hash": .text(tokenHash), "family": .text(family), "generation": .integer(generation)])
    }
}
