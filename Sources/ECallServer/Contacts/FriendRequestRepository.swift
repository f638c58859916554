import ECallAPI
import ServerFoundation

/// Pending friend requests in the database. Answered ones are deleted.
struct FriendRequestRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// `receiverName` is the name of the other person, in either list (wire-protocol 8.2), or the number if the existence
    /// of that person is not revealed. Newest first.
    func sent(by sender: UserID) throws -> [FriendRequest] {
        try sql.query(
            """
            SELECT r.id, r.sender_id, r.receiver_id, r.created_at, u.display_name
            FROM friend_requests r JOIN users u ON u.id = r.receiver_id WHERE r.sender_id = :user
            UNION ALL SELECT id, sender_id, receiver_id, created_at, CAST(receiver_id AS TEXT) AS display_name
            FROM undelivered_requests WHERE sender_id = :user
            ORDER BY created_at DESC, id
            """, ["user": .id(sender)]
        ).map(Self.request)
    }

    /// Excludes requests from people whom the receiver has blocked.
    func received(by receiver: UserID) throws -> [FriendRequest] {
        try sql.query(
            """
            SELECT r.*, u.display_name FROM friend_requests r JOIN users u ON u.id = r.sender_id
            WHERE r.receiver_id = :user AND NOT EXISTS (
                SELECT 1 FROM blocks b WHERE b.owner_id = r.receiver_id AND b.blocked_id = r.sender_id)
            ORDER BY r.created_at DESC, r.id
            """, ["user": .id(receiver)]
        ).map(Self.request)
    }

    func exists(from sender: UserID, to receiver: UserID) throws -> Bool {
        try !sql.query(
            "SELECT id FROM friend_requests WHERE sender_id = :sender AND receiver_id = :receiver",
            ["sender": .id(sender), "receiver": .id(receiver)]
        ).isEmpty
    }

    /// Whether a request is pending in either direction.
    func isPending(_ one: UserID, _ other: UserID) throws -> Bool {
        try exists(from: one, to: other) || exists(from: other, to: one)
    }

    func add(from sender: UserID, to receiver: UserID, at now: Timestamp) throws {
        let id: FriendRequestID = try freshID { id in
            try !sql.query("SELECT id FROM friend_requests WHERE id = :id", ["id": .id(id)]).isEmpty
        }
        try sql.execute(
            """
            INSERT INTO friend_requests (id, sender_id, receiver_id, created_at)
            VALUES (:id, :sender, :receiver, :now)
            """, ["id": .id(id), "sender": .id(sender), "receiver": .id(receiver), "now": .moment(now)])
    }

    /// Removes the request. Returns whether there was one.
    @discardableResult func remove(from sender: UserID, to receiver: UserID) throws -> Bool {
        try sql.execute(
            "DELETE FROM friend_requests WHERE sender_id = :sender AND receiver_id = :receiver",
            ["sender": .id(sender), "receiver": .id(receiver)]) > 0
    }

    // MARK: - Those that are not delivered

    func isUndelivered(from sender: UserID, to receiver: UserID) throws -> Bool {
        try !sql.query(
            "SELECT id FROM undelivered_requests WHERE sender_id = :sender AND receiver_id = :receiver",
            ["sender": .id(sender), "receiver": .id(receiver)]
        ).isEmpty
    }

    /// Stores the request for its sender only. The receiver need not exist.
    func addUndelivered(from sender: UserID, to receiver: UserID, at now: Timestamp) throws {
        let id: FriendRequestID = try freshID { id in
            try !sql.query("SELECT id FROM undelivered_requests WHERE id = :id", ["id": .id(id)]).isEmpty
        }
        try sql.execute(
            """
            INSERT INTO undelivered_requests (id, sender_id, receiver_id, created_at)
            VALUES (:id, :sender, :receiver, :now)
            """, ["id": .id(id), "sender": .id(sender), "receiver": .id(receiver), "now": .moment(now)])
    }

    /// Removes the undelivered request. Returns whether there was one.
    @discardableResult func removeUndelivered(from sender: UserID, to receiver: UserID) throws -> Bool {
        try sql.execute(
            "DELETE FROM undelivered_requests WHERE sender_id = :sender AND receiver_id = :receiver",
            ["sender": .id(sender), "receiver": .id(receiver)]) > 0
    }

    private static func request(row: SQLRow) throws -> FriendRequest {
        FriendRequest(
            id: try row.id("id"), senderId: try row.id("sender_id"), receiverId: try row.id("receiver_id"),
            status: "pending", receiverName: try row.text("display_name"), date: try row.moment("created_at"))
    }
}
