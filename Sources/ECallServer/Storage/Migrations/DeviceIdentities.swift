import ServerFoundation

extension Migration {
    /// Devices' statements of their keys, and users' statements about devices (e2ee 1).
    static let deviceIdentities = Migration(
        name: "020 identities of devices",
        statements: [
            "ALTER TABLE devices ADD COLUMN identity TEXT NOT NULL DEFAULT ''",
            """
            CREATE TABLE device_statements (
                user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE, statement_hash TEXT NOT NULL,
                is_revoke SMALLINT NOT NULL, statement TEXT NOT NULL, created_at BIGINT NOT NULL,
                PRIMARY KEY (user_id, statement_hash))
            """,
        ])
}
