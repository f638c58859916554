import ServerFoundation

extension Migration {
    /// Blocks, whether between friends or not; who is searchable, and the readers of share tokens made by search; the
    /// second form of key hashes (wire-protocol 10, row 5); callees from whom a call is hidden.
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
            // Nothing has set it so far; from now on this table alone holds blocks.
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
