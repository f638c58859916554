import ServerFoundation

extension Migration {
    /// The token that made the next generation, which stays valid until that one is used; and the time until which devices
    /// are let back in with tokens that a restored backup does not know.
    static let refresh = Migration(
        name: "016 refresh after losses",
        statements: [
            "ALTER TABLE refresh_tokens ADD COLUMN used_at BIGINT",
            // It was not recorded which of them it was; siblings are rare.
            """
            UPDATE refresh_tokens SET used_at = (SELECT f.rotated_at FROM token_families f WHERE f.id = family_id)
            WHERE generation < (SELECT f.generation FROM token_families f WHERE f.id = family_id)
            """,
            """
            CREATE TABLE restorations (
                id SMALLINT NOT NULL PRIMARY KEY, known_until BIGINT NOT NULL, grace_end BIGINT NOT NULL)
            """,
        ])
}
