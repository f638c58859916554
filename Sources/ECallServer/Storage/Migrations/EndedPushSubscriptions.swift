import ServerFoundation

extension Migration {
    /// Devices whose push service has ended their subscription: told to the device once it asks, and deleted when it
    /// subscribes again.
    static let endedPushSubscriptions = Migration(
        name: "030 ended push subscriptions",
        statements: [
            """
            CREATE TABLE ended_push_subscriptions (
                device_id BIGINT NOT NULL PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
                ended_at BIGINT NOT NULL)
            """
        ])
}
