import ServerFoundation

extension Migration {
    /// Ways into an account that were removed, and can be taken back for a while by whoever has the address; and when somebody last
    /// signed in by each that is there, and since when each device has its identity, as far as it is known.
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
