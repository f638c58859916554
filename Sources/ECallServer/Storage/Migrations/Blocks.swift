import ServerFoundation

extension Migration {
    /// Who blocked whom, whether friends or not; who may be found by search, and for whom a share token was made by it;
    /// the second form of key hashes (wire-protocol 10, row 5); callees who shall not learn of a call.
    static let blocks = Migration(
        name: "006 blocks and search",
        statements: [
            """
            CREATE TABLE blocks (
                owner_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                blocked_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at BIGINT NOT NULL,
                PRIMARY KEY (owner_id, blocked_id))
            """,
            "CREATE INDEX blocks_by_blocked ON blocks (blocked_id, owner_id)",
            // Nothing has set it so far; from now on the table alone says who is blocked.
            """
            INSERT INTO blocks (owner_id, blocked_id, created_at)
            SELECT owner_id, contact_id, created_at FROM contacts WHERE is_blocked = 1
            """,
            "ALTER TABLE users ADD COLUMN searchable SMALLINT NOT NULL DEFAULT 1",
            "ALTER TABLE share_tokens ADD COLUMN reader_id BIGINT REFERENCES users (id) ON DELETE CASCADE",
            "ALTER TABLE devices ADD COLUMN key_bytes_hash TEXT NOT NULL DEFAULT ''",
            "CREATE INDEX devices_by_key_hash ON devices (public_key_hash) WHERE public_key_hash <> ''",
            "CREATE INDEX devices_by_key_bytes_hash ON devices (key_bytes_hash) WHERE key_bytes_hash <> ''",
            "ALTER TABLE call_participants ADD COLUMN is_shielded SMALLINT NOT NULL DEFAULT 0",
        ])
}
