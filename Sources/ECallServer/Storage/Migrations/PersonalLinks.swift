import ServerFoundation

extension Migration {
    /// Share tokens for several people that can be shown again (decision 75): the salt from which one is derived with the
    /// server's secret. One per account.
    static let personalLinks = Migration(
        name: "023 personal links",
        statements: [
            "ALTER TABLE share_tokens ADD COLUMN personal_salt TEXT",
            """
            CREATE UNIQUE INDEX share_tokens_personal ON share_tokens (owner_id)
            WHERE personal_salt IS NOT NULL AND revoked_at IS NULL
            """,
        ])
}
