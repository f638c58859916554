import ECallAPI
import ServerFoundation

/// Blocks between people in the database, whether or not they are friends.
struct BlockRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func isBlocked(_ user: UserID, by owner: UserID) throws -> Bool {
        try !sql.query(
            "SELECT 1 AS found FROM blocks WHERE owner_id = :owner AND blocked_id = :user",
            ["owner": .id(owner), "user": .id(user)]
        ).isEmpty
    }

    func blockers(of user: UserID, among users: [UserID]) throws -> Set<UserID> {
        Set(try users.filter { try isBlocked(user, by: $0) })
    }

    func blocked(by owner: UserID, among users: [UserID]) throws -> Set<UserID> {
        Set(try users.filter { try isBlocked($0, by: owner) })
    }

    /// The owner's blocked people as contacts, by name. Only the name of those who are not friends is known.
    func list(of owner: UserID) throws -> [Contact] {
        try sql.query(
            """
            SELECT b.owner_id, b.blocked_id, u.display_name, COALESCE(c.is_favorite, 0) AS is_favorite, c.last_interaction
            FROM blocks b JOIN users u ON u.id = b.blocked_id
            LEFT JOIN contacts c ON c.owner_id = b.owner_id AND c.contact_id = b.blocked_id
            WHERE b.owner_id = :owner ORDER BY u.display_name, b.blocked_id
            """, ["owner": .id(owner)]
        ).map { row in
            Contact(
                userId: try row.id("owner_id"), contactId: try row.id("blocked_id"),
                contactName: try row.text("display_name"), isFavorite: try row.flag("is_favorite"), isBlocked: true,
                lastInteraction: try row.optionalMoment("last_interaction"))
        }
    }

    func block(_ user: UserID, by owner: UserID, at now: Timestamp) throws {
        try sql.execute(
            """
            INSERT INTO blocks (owner_id, blocked_id, created_at) VALUES (:owner, :user, :now)
            ON CONFLICT (owner_id, blocked_id) DO NOTHING
            """, ["owner": .id(owner), "user": .id(user), "now": .moment(now)])
    }

    func unblock(_ user: UserID, by owner: UserID) throws {
        try sql.execute(
            "DELETE FROM blocks WHERE owner_id = :owner AND blocked_id = :user",
            ["owner": .id(owner), "user": .id(user)])
    }
}
