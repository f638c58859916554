import ServerFoundation

extension Migration {
    /// Indexes that avoid full table scans: for every foreign key and every retention task, and for a history in its own order.
    static let largeData = Migration(
        name: "015 large data",
        statements: [
            "CREATE INDEX contacts_by_contact ON contacts (contact_id)",
            "CREATE INDEX share_tokens_by_reader ON share_tokens (reader_id)",
            "CREATE INDEX one_time_codes_by_end ON one_time_codes (expires_at)",
            "CREATE INDEX address_proofs_by_end ON address_proofs (expires_at)",
            "CREATE INDEX removed_devices_by_age ON removed_devices (removed_at)",
            // Replaces an index of all devices, most of which were blanked long ago.
            "CREATE INDEX devices_located ON devices (updated_at) WHERE ip <> '' OR location <> ''",
            "DROP INDEX devices_by_age",
            "CREATE INDEX devices_unhashed ON devices (id) WHERE key_bytes_hash = '' AND public_key <> ''",
            "ALTER TABLE call_participants ADD COLUMN started_at BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE call_participants ADD COLUMN is_missed SMALLINT NOT NULL DEFAULT 0",
            """
            UPDATE call_participants SET started_at = COALESCE(
                    (SELECT c.started_at FROM calls c WHERE c.id = call_participants.call_id), 0),
                is_missed = CASE WHEN is_host = 0 AND joined_at IS NULL AND EXISTS (SELECT 1 FROM calls c
                    WHERE c.id = call_participants.call_id AND c.ended_at IS NOT NULL) THEN 1 ELSE 0 END
            """,
            // A covering index, so that pages are counted without reading rows.
            """
            CREATE INDEX call_participants_by_time ON call_participants
                (user_id, started_at, call_id, is_shielded, is_hidden) WHERE is_shielded = 0 AND is_hidden = 0
            """,
            """
            CREATE INDEX call_participants_missed ON call_participants
                (user_id, started_at, call_id, is_missed, is_shielded, is_hidden) WHERE is_missed = 1 AND is_shielded = 0 AND is_hidden = 0
            """,
        ])
}
