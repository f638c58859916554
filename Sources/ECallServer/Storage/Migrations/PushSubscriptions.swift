import ServerFoundation

extension Migration {
    /// Where browsers whose page is closed are reached (RFC 8030): one of each device, gone with it. An endpoint is one
    /// browser's, and so one device's.
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
