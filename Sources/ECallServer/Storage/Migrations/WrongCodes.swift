import ServerFoundation

extension Migration {
    /// The wrong attempts of a day, which make later codes longer (decision 111), and the attempts that sent codes allow.
    static let wrongCodes = Migration(
        name: "026 wrong codes",
        statements: [
            """
            CREATE TABLE wrong_codes (
                recipient_hash TEXT NOT NULL, hour BIGINT NOT NULL, kind TEXT NOT NULL, tries BIGINT NOT NULL,
                PRIMARY KEY (recipient_hash, hour, kind))
            """,
            "CREATE INDEX wrong_codes_by_age ON wrong_codes (hour)",
            "ALTER TABLE one_time_codes ADD COLUMN kind TEXT NOT NULL DEFAULT 'short'",
            "ALTER TABLE sent_codes ADD COLUMN lane TEXT NOT NULL DEFAULT 'shared'",
            "ALTER TABLE sent_codes ADD COLUMN kind TEXT NOT NULL DEFAULT 'short'",
            "ALTER TABLE sent_codes ADD COLUMN tries BIGINT NOT NULL DEFAULT 0",
        ])
}
