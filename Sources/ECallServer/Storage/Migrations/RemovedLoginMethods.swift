import ServerFoundation

extension Migration {
    /// Removed login methods, which the owner of the address can restore for a while; the last sign-in with each existing
    /// one, and the age of each device's identity, as far as known.
    static let removedLoginMethods = Migration(
        name: "025 removed login methods",
        statements: [
            "ALTER TABLE login_methods ADD COLUMN used_at BIGINT",
            "ALTER TABLE devices ADD COLUMN identity_at BIGINT",
            """
            CREATE TABLE removed_login_methods (
                token_hash TEXT NOT NULL PRIMARY KEY,
                user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                type TEXT NOT NULL, issuer TEXT NOT NULL, subject TEXT NOT NULL, label TEXT NOT NULL,
                created_at BIGINT NOT NULL, removed_at BIGINT NOT NULL, expires_at BIGINT NOT NULL)
            """,
            "CREATE INDEX removed_login_methods_by_user ON removed_login_methods (user_id)",
            "CREATE INDEX removed_login_methods_by_subject ON removed_login_methods (subject)",
            "CREATE INDEX removed_login_methods_by_end ON removed_login_methods (expires_at)",
        ])
}
