import ServerFoundation

extension Migration {
    /// Share tokens that are good for several people and can be shown again (decision 75): of what one is made, with the server's
    /// secret. One of each account.
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
