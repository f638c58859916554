import ServerFoundation

extension Migration {
    /// Hashes of used ID tokens, kept until they expire.
    static let usedIdentityTokens = Migration(
        name: "007 used identity tokens",
        statements: [
            """
            CREATE TABLE used_identity_tokens (
                token_hash TEXT NOT NULL PRIMARY KEY, device_key_hash TEXT NOT NULL, used_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL)
            """,
            "CREATE INDEX used_identity_tokens_by_end ON used_identity_tokens (expires_at)",
        ])
}
