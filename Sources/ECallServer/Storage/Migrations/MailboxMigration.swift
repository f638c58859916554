import ServerFoundation

extension Migration {
    /// Signals that wait for devices that are away. Those that carry keys never come here.
    static let mailbox = Migration(
        name: "011 mailbox",
        statements: [
            """
            CREATE TABLE mailbox (
                id BIGINT NOT NULL PRIMARY KEY, device_id BIGINT NOT NULL, signal TEXT NOT NULL,
                expires_at BIGINT NOT NULL)
            """,
            "CREATE INDEX mailbox_by_device ON mailbox (device_id)",
            "CREATE INDEX mailbox_by_end ON mailbox (expires_at)",
        ])
}
