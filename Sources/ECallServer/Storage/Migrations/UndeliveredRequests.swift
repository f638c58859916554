import ServerFoundation

extension Migration {
    /// Friend requests visible to their sender only. The receiver may not exist, hence no foreign key.
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
