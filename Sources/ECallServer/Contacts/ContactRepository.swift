import ECallAPI
import ServerFoundation

/// Friendships in the database: a row in each person's list.
struct ContactRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    private static let selection = """
        SELECT c.owner_id, c.contact_id, c.is_favorite, c.last_interaction, u.display_name,
            CASE WHEN b.blocked_id IS NULL THEN 0 ELSE 1 END AS is_blocked
        FROM contacts c JOIN users u ON u.id = c.contact_id
        LEFT JOIN blocks b ON b.owner_id = c.owner_id AND b.blocked_id = c.contact_id
        """

    func contacts(of owner: UserID) throws -> [Contact] {
        try sql.query(
            """
            \(Self.selection) WHERE c.owner_id = :owner ORDER BY u.display_name, c.contact_id
            """, ["owner": .id(owner)]
        ).map(Self.contact)
    }

    func contact(_ contact: UserID, of owner: UserID) throws -> Contact? {
        try sql.query(
            """
            \(Self.selection) WHERE c.owner_id = :owner AND c.contact_id = :contact
            """, ["owner": .id(owner), "contact": .id(contact)]
        ).first.map(Self.contact)
    }

    func areFriends(_ one: UserID, _ other: UserID) throws -> Bool {
        try !sql.query(
            "SELECT 1 AS found FROM contacts WHERE owner_id = :one AND contact_id = :other",
            ["one": .id(one), "other": .id(other)]
        ).isEmpty
    }

    /// The names of those of `users` who are contacts of `owner`.
    func names(of owner: UserID, among users: [UserID]) throws -> [UserID: String] {
        var names: [UserID: String] = [:]
        for user in users {
            names[user] = try sql.query(
                """
                SELECT u.display_name FROM contacts c JOIN users u ON u.id = c.contact_id
                WHERE c.owner_id = :owner AND c.contact_id = :contact
                """, ["owner": .id(owner), "contact": .id(user)]
            ).first?.text("display_name")
        }
        return names
    }

    func befriend(_ one: UserID, _ other: UserID, at now: Timestamp) throws {
        for (owner, contact) in [(one, other), (other, one)] {
            try sql.execute(
                """
                INSERT INTO contacts (owner_id, contact_id, is_favorite, is_blocked, created_at)
                VALUES (:owner, :contact, 0, 0, :now) ON CONFLICT (owner_id, contact_id) DO NOTHING
                """, ["owner": .id(owner), "contact": .id(contact), "now": .moment(now)])
        }
    }

    /// Removes the contact for both. Returns whether they were friends.
    func remove(_ one: UserID, _ other: UserID) throws -> Bool {
        try sql.execute(
            """
            DELETE FROM contacts WHERE (owner_id = :one AND contact_id = :other)
                OR (owner_id = :other AND contact_id = :one)
            """, ["one": .id(one), "other": .id(other)]) > 0
    }

    /// Toggles the favorite. Returns whether there was such a contact.
    func toggleFavorite(_ contact: UserID, of owner: UserID) throws -> Bool {
        try sql.execute(
            "UPDATE contacts SET is_favorite = 1 - is_favorite WHERE owner_id = :owner AND contact_id = :contact",
            ["owner": .id(owner), "contact": .id(contact)]) > 0
    }

    /// Updates the last interaction in both lists.
    func recordInteraction(_ one: UserID, _ other: UserID, at moment: Timestamp) throws {
        try sql.execute(
            """
            UPDATE contacts SET last_interaction = :moment WHERE (owner_id = :one AND contact_id = :other)
                OR (owner_id = :other AND contact_id = :one)
            """, ["one": .id(one), "other": .id(other), "moment": .moment(moment)])
    }

    private static func contact(row: SQLRow) throws -> Contact {
        Contact(
            userId: try row.id("owner_id"), contactId: try row.id("contact_id"),
            contactName: try row.text("display_name"), isFavorite: try row.flag("is_favorite"),
            isBlocked: try row.flag("is_blocked"), lastInteraction: try row.optionalMoment("last_interaction"))
    }
}
