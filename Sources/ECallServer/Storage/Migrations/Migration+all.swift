import ServerFoundation

extension Migration {
    /// All migrations, in the order in which they are applied.
    static let all = [
        accounts, people, calls, videoCodecs, loginMethods, blocks, usedIdentityTokens, operations, liveCalls, mailbox,
        mailboxOwners, undeliveredRequests, callEndReasons, largeData, refresh, codeRequests, installation,
        requestAges, deviceIdentities, reportsAndSuspensions, pushSubscriptions, personalLinks,
        devicesByProof, removedLoginMethods, wrongCodes, deviceLanguages, liveMembers, operatorActions,
        connectedCalls, endedPushSubscriptions,
    ]

    private static let accounts = Migration(
        name: "001 accounts",
        statements: [
            """
            CREATE TABLE users (
                id BIGINT NOT NULL PRIMARY KEY, email TEXT UNIQUE, phone_number TEXT UNIQUE, display_name TEXT NOT NULL,
                verified SMALLINT NOT NULL, created_at BIGINT NOT NULL, deleted_at BIGINT)
            """,
            "CREATE INDEX users_unverified ON users (created_at) WHERE verified = 0",
            """
            CREATE TABLE one_time_codes (
                identifier TEXT NOT NULL PRIMARY KEY, code_hash TEXT NOT NULL, sent_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL, attempts_left BIGINT NOT NULL)
            """,
            "CREATE INDEX one_time_codes_by_age ON one_time_codes (sent_at)",
            """
            CREATE TABLE devices (
                id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                public_key TEXT NOT NULL, public_key_hash TEXT NOT NULL, voip_token TEXT NOT NULL,
                apns_token TEXT NOT NULL, device_name TEXT NOT NULL, system_name TEXT NOT NULL,
                system_version TEXT NOT NULL, identifier TEXT NOT NULL, ip TEXT NOT NULL, location TEXT NOT NULL,
                created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL)
            """,
            "CREATE INDEX devices_by_user ON devices (user_id, updated_at)",
            """
            CREATE UNIQUE INDEX devices_by_key ON devices (user_id, public_key_hash) WHERE public_key_hash <> ''
            """,
            """
            CREATE TABLE token_families (
                id TEXT NOT NULL PRIMARY KEY, device_id BIGINT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
                user_id BIGINT NOT NULL, generation BIGINT NOT NULL, rotated_at BIGINT NOT NULL)
            """,
            "CREATE INDEX token_families_by_device ON token_families (device_id)",
            """
            CREATE TABLE refresh_tokens (
                token_hash TEXT NOT NULL PRIMARY KEY,
                family_id TEXT NOT NULL REFERENCES token_families (id) ON DELETE CASCADE, generation BIGINT NOT NULL)
            """,
            "CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family_id, generation)",
        ])

    private static let people = Migration(
        name: "002 people",
        statements: [
            """
            CREATE TABLE contacts (
                owner_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                contact_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                is_favorite SMALLINT NOT NULL, is_blocked SMALLINT NOT NULL, last_interaction BIGINT,
                created_at BIGINT NOT NULL, PRIMARY KEY (owner_id, contact_id))
            """,
            """
            CREATE TABLE friend_requests (
                id BIGINT NOT NULL PRIMARY KEY, sender_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                receiver_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at BIGINT NOT NULL,
                UNIQUE (sender_id, receiver_id))
            """,
            "CREATE INDEX friend_requests_by_receiver ON friend_requests (receiver_id)",
            """
            CREATE TABLE share_tokens (
                token_hash TEXT NOT NULL PRIMARY KEY,
                owner_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL, max_uses BIGINT NOT NULL, used_count BIGINT NOT NULL, revoked_at BIGINT)
            """,
            "CREATE INDEX share_tokens_by_owner ON share_tokens (owner_id, created_at)",
        ])

    private static let videoCodecs = Migration(
        name: "004 video codecs",
        statements: ["ALTER TABLE devices ADD COLUMN video_codecs TEXT NOT NULL DEFAULT ''"])
}
