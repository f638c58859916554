import ServerFoundation

extension Migration {
    /// Login methods, several per account. `issuer` is empty for addresses and numbers; `subject` is unique within the
    /// issuer, `label` is what a person recognises. Existing accounts get one each, with the account's id.
    static let loginMethods = Migration(
        name: "005 login methods",
        statements: [
            """
            CREATE TABLE login_methods (
                id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                type TEXT NOT NULL, issuer TEXT NOT NULL, subject TEXT NOT NULL, label TEXT NOT NULL,
                is_primary SMALLINT NOT NULL, verified_at BIGINT, created_at BIGINT NOT NULL,
                UNIQUE (type, issuer, subject))
            """,
            "CREATE INDEX login_methods_by_user ON login_methods (user_id, created_at)",
            """
            INSERT INTO login_methods (id, user_id, type, issuer, subject, label, is_primary, verified_at, created_at)
            SELECT id, id, CASE WHEN email IS NULL THEN 'phone' ELSE 'email' END, '', COALESCE(email, phone_number),
                COALESCE(email, phone_number), 1, CASE WHEN verified = 1 THEN created_at END, created_at
            FROM users WHERE email IS NOT NULL OR phone_number IS NOT NULL
            """,
            """
            CREATE TABLE address_proofs (
                device_id BIGINT NOT NULL REFERENCES devices (id) ON DELETE CASCADE, user_id BIGINT NOT NULL,
                identifier TEXT NOT NULL, code_hash TEXT NOT NULL, sent_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
                attempts_left BIGINT NOT NULL, verified_at BIGINT, PRIMARY KEY (device_id, identifier))
            """,
            "CREATE INDEX address_proofs_by_age ON address_proofs (sent_at)",
            "ALTER TABLE token_families ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0",
            "UPDATE token_families SET created_at = rotated_at",
            "CREATE INDEX users_by_deletion ON users (deleted_at) WHERE deleted_at IS NOT NULL",
        ])
}
