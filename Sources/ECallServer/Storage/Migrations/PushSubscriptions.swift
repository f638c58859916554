import ServerFoundation

extension Migration {
    /// Push subscriptions of browsers whose page is closed (RFC 8030): one per device, deleted with it. An endpoint belongs
    /// to one browser, and so to one device.
    static let pushSubscriptions = Migration(
        name: "022 push subscriptions",
        statements: [
            """
            CREATE TABLE push_subscriptions (
                device_id BIGINT NOT NULL PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
                endpoint TEXT NOT NULL UNIQUE, public_key TEXT NOT NULL, auth_secret TEXT NOT NULL,
                updated_at BIGINT NOT NULL)
            """
        ])
}
