import ServerFoundation

extension Migration {
    /// A pending code per key that requested it, and the codes sent on the last day, so that limits outlive the process.
    static let codeRequests = Migration(
        name: "017 codes by key",
        statements: [
            "ALTER TABLE one_time_codes RENAME TO earlier_codes",
            "DROP INDEX one_time_codes_by_age",
            """
            CREATE TABLE one_time_codes (
                identifier TEXT NOT NULL, key_hash TEXT NOT NULL, code_hash TEXT NOT NULL, sent_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL, attempts_left BIGINT NOT NULL, display_name TEXT NOT NULL,
                asked_from TEXT NOT NULL, PRIMARY KEY (identifier, key_hash))
            """,
            """
            INSERT INTO one_time_codes (identifier, key_hash, code_hash, sent_at, expires_at, attempts_left,
                display_name, asked_from)
            SELECT identifier, '', code_hash, sent_at, expires_at, attempts_left, '', '' FROM earlier_codes
            """,
            "DROP TABLE earlier_codes",
            "CREATE INDEX one_time_codes_by_end ON one_time_codes (expires_at)",
            """
            CREATE TABLE sent_codes (
                recipient_hash TEXT NOT NULL, sent_at BIGINT NOT NULL, channel TEXT NOT NULL, country TEXT NOT NULL,
                PRIMARY KEY (recipient_hash, sent_at))
            """,
            "CREATE INDEX sent_codes_by_age ON sent_codes (sent_at)",
        ])
}
