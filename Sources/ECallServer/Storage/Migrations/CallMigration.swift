import ServerFoundation

extension Migration {
    /// Calls and their participants; names are those of the users, keys are never stored.
    static let calls = Migration(
        name: "003 calls",
        statements: [
            """
            CREATE TABLE calls (
                id BIGINT NOT NULL PRIMARY KEY, room_id BIGINT NOT NULL, host_id BIGINT NOT NULL,
                host_device_id BIGINT NOT NULL, is_video SMALLINT NOT NULL, is_group SMALLINT NOT NULL,
                started_at BIGINT NOT NULL, answered_at BIGINT, ended_at BIGINT)
            """,
            """
            CREATE TABLE call_participants (
                call_id BIGINT NOT NULL REFERENCES calls (id) ON DELETE CASCADE, user_id BIGINT NOT NULL,
                device_id BIGINT, is_host SMALLINT NOT NULL, status TEXT NOT NULL, joined_at BIGINT, left_at BIGINT,
                PRIMARY KEY (call_id, user_id))
            """,
            "CREATE INDEX call_participants_by_user ON call_participants (user_id, call_id)",
        ])
}

extension Migration {
    /// The state of running calls, for a server that is killed; and calls hidden from a user's history.
    static let liveCalls = Migration(
        name: "010 live calls",
        statements: [
            """
            CREATE TABLE live_calls (
                call_id BIGINT NOT NULL PRIMARY KEY, state TEXT NOT NULL, is_over SMALLINT NOT NULL)
            """,
            "CREATE INDEX calls_open ON calls (id) WHERE ended_at IS NULL",
            "ALTER TABLE call_participants ADD COLUMN is_hidden SMALLINT NOT NULL DEFAULT 0",
        ])
}
