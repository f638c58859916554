import ServerFoundation

extension Migration {
    /// The members of running calls as rows, so that a change of one does not write them all. Calls of earlier versions keep
    /// their members in their own row until they are stored again.
    static let liveMembers = Migration(
        name: "028 live members",
        statements: [
            "ALTER TABLE live_calls ADD COLUMN version BIGINT NOT NULL DEFAULT 0",
            """
            CREATE TABLE live_members (
                call_id BIGINT NOT NULL REFERENCES live_calls (call_id) ON DELETE CASCADE, user_id BIGINT NOT NULL,
                position BIGINT NOT NULL, version BIGINT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (call_id, user_id))
            """,
        ])
}
