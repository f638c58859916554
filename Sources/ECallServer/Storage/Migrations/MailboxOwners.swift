import ServerFoundation

extension Migration {
    /// The owner of the device that a signal waits for. Existing rows of removed devices expire.
    static let mailboxOwners = Migration(
        name: "012 owners of mailboxes",
        statements: [
            "ALTER TABLE mailbox ADD COLUMN user_id BIGINT NOT NULL DEFAULT 0",
            """
            UPDATE mailbox SET user_id = COALESCE(
                (SELECT d.user_id FROM devices d WHERE d.id = mailbox.device_id), 0)
            """,
        ])
}
