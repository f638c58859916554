import ECallAPI
import ServerFoundation

/// Token families in the database, which stores hashes of the tokens only.
struct TokenFamilyRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Begins a family, which has no tokens yet; ends the device's earlier families.
    func begin(_ id: String, _ identity: DeviceIdentity, generation: Int64 = 1, createdAt: Timestamp, at now: Timestamp)
        throws
    {
        try sql.execute("DELETE FROM token_families WHERE device_id = :device", ["device": .id(identity.device)])
        try sql.execute(
            """
            INSERT INTO token_families (id, device_id, user_id, generation, rotated_at, created_at)
            VALUES (:id, :device, :user, :generation, :now, :created)
            """,
            [
                "id": .text(id), "device": .id(identity.device), "user": .id(identity.user),
                "generation": .integer(generation), "now": .moment(now), "created": .moment(createdAt),
            ])
    }

    func find(_ id: String) throws -> TokenFamily? {
        try sql.query("SELECT * FROM token_families WHERE id = :id", ["id": .text(id)]).first.map { row in
            TokenFamily(
                id: id, identity: DeviceIdentity(user: try row.id("user_id"), device: try row.id("device_id")),
                generation: try row.integer("generation"), rotatedAt: try row.moment("rotated_at"),
                createdAt: try row.moment("created_at"))
        }
    }

    /// The time of the device's sign-in, however often it has refreshed its tokens since; nil if it is signed out.
    func signedIn(_ identity: DeviceIdentity) throws -> Timestamp? {
        try sql.query(
            "SELECT max(created_at) AS moment FROM token_families WHERE device_id = :device AND user_id = :user",
            ["device": .id(identity.device), "user": .id(identity.user)]
        ).first.flatMap { try $0.optionalMoment("moment") }
    }

    /// The time of the last refresh of the device's family; nil if it has none.
    func lastRotation(of device: DeviceID) throws -> Timestamp? {
        try sql.query(
            "SELECT max(rotated_at) AS last FROM token_families WHERE device_id = :device", ["device": .id(device)]
        ).first.flatMap { try $0.optionalMoment("last") }
    }

    /// The stored state of a token; nil if it is no longer stored.
    func token(_ hash: String, in family: String) throws -> ShownToken.Stored? {
        try sql.query(
            "SELECT generation, used_at FROM refresh_tokens WHERE token_hash = :hash AND family_id = :family",
            ["hash": .text(hash), "family": .text(family)]
        ).first.map { row in
            ShownToken.Stored(
                generation: try row.integer("generation"), isUsed: try row.optionalMoment("used_at") != nil)
        }
    }

    /// Rotates the family: the token with hash `used` makes the generation of `fresh`.
    func rotate(_ family: String, to generation: Int64, used: String, fresh: String, at now: Timestamp) throws {
        try sql.execute(
            "UPDATE token_families SET generation = :generation, rotated_at = :now WHERE id = :id",
            ["generation": .integer(generation), "now": .moment(now), "id": .text(family)])
        // A token two generations behind is unknown from now on, and an unknown token ends the family too.
        try sql.execute(
            "DELETE FROM refresh_tokens WHERE family_id = :id AND generation < :oldest",
            ["id": .text(family), "oldest": .integer(generation - 1)])
        try sql.execute(
            """
            INSERT INTO refresh_tokens (token_hash, family_id, generation, used_at)
            VALUES (:hash, :family, :generation, :now)
            ON CONFLICT (token_hash) DO UPDATE SET used_at = excluded.used_at
            """,
            [
                "hash": .text(used), "family": .text(family), "generation": .integer(generation - 1),
                "now": .moment(now),
            ])
        try add(fresh, to: family, generation: generation)
    }

    /// Adds another token of the newest generation.
    func repeatNewest(_ family: TokenFamily, fresh: String, at now: Timestamp) throws {
        try sql.execute(
            "UPDATE token_families SET rotated_at = :now WHERE id = :id",
            ["now": .moment(now), "id": .text(family.id)])
        try add(fresh, to: family.id, generation: family.generation)
    }

    func add(_ tokenHash: String, to family: String, generation: Int64) throws {
        try sql.execute(
            """
            INSERT INTO refresh_tokens (token_hash, family_id, generation) VALUES (:hash, :family, :generation)
            """, ["hash": .text(tokenHash), "family": .text(family), "generation": .integer(generation)])
    }
}
