import ServerFoundation

extension Migration {
    /// Changes made by maintenance for the running server to see, and the row that the readiness check writes.
    static let operations = Migration(
        name: "009 operations",
        statements: [
            """
            CREATE TABLE removed_devices (
                device_id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, removed_at BIGINT NOT NULL)
            """,
            "CREATE TABLE readiness (id SMALLINT NOT NULL PRIMARY KEY, checked_at BIGINT NOT NULL)",
            "CREATE INDEX devices_by_age ON devices (updated_at)",
            "CREATE INDEX token_families_by_age ON token_families (rotated_at)",
            "CREATE INDEX share_tokens_by_end ON share_tokens (expires_at)",
        ])
}
