import ServerFoundation

extension Migration {
    /// Signals for offline devices. Signals with keys are never stored here.
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
