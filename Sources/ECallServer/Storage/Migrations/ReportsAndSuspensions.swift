import ServerFoundation

extension Migration {
    /// Reports and suspensions. A reported user may not exist, hence no foreign key: reporting must not reveal who exists.
    /// Changes of suspensions are stored for the running server to see, as removed devices are.
    static let reportsAndSuspensions = Migration(
        name: "021 reports and suspensions",
        statements: [
            """
            CREATE TABLE reports (
                id BIGINT NOT NULL PRIMARY KEY, reporter_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                reported_id BIGINT NOT NULL, reason TEXT NOT NULL, note TEXT NOT NULL, call_id BIGINT,
                created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, closed_at BIGINT)
            """,
            "CREATE UNIQUE INDEX reports_open ON reports (reporter_id, reported_id) WHERE closed_at IS NULL",
            "CREATE INDEX reports_by_reporter ON reports (reporter_id, updated_at)",
            "CREATE INDEX reports_by_reported ON reports (reported_id)",
            "CREATE INDEX reports_by_age ON reports (updated_at)",
            """
            CREATE TABLE suspensions (
                user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, reason TEXT NOT NULL,
                suspended_at BIGINT NOT NULL, ends_at BIGINT)
            """,
            "CREATE INDEX suspensions_by_end ON suspensions (ends_at) WHERE ends_at IS NOT NULL",
            "CREATE TABLE changed_suspensions (user_id BIGINT NOT NULL PRIMARY KEY, changed_at BIGINT NOT NULL)",
            "CREATE INDEX changed_suspensions_by_age ON changed_suspensions (changed_at)",
        ])
}
