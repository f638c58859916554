import ServerFoundation

extension Migration {
    /// Friend requests that only the one who asked knows of. The other one may not exist, hence no reference.
    static let undeliveredRequests = Migration(
        name: "013 undelivered requests",
        statements: [
            """
            CREATE TABLE undelivered_requests (
                id BIGINT NOT NULL PRIMARY KEY, sender_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                receiver_id BIGINT NOT NULL, created_at BIGINT NOT NULL, UNIQUE (sender_id, receiver_id))
            """
        ])
}
