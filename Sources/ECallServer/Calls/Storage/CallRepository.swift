import ECallAPI

/// Calls in the database: one row a call, one row a participant. No keys, no media.
struct CallRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Stores the call as it stands now, in place of what was stored before.
    func save(_ call: CallSnapshot) throws {
        try sql.execute(
            """
            INSERT INTO calls (id, room_id, host_id, host_device_id, is_video, is_group, started_at, answered_at, ended_at)
            VALUES (:id, :room, :host, :device, :video, :group, :started, :answered, :ended)
            ON CONFLICT (id) DO UPDATE SET is_group = excluded.is_group, answered_at = excluded.answered_at,
                ended_at = excluded.ended_at
            """,
            [
                "id": .id(call.id), "room": .id(call.room), "host": .id(call.host.user),
                "device": .id(call.host.device), "video": .flag(call.isVideo),
                "group": .flag(call.category == .group), "started": .moment(call.startedAt),
                "answered": .moment(call.answeredAt), "ended": .moment(call.endedAt),
            ])
        for member in call.members { try save(member, of: call.id) }
    }

    private func save(_ member: CallSnapshot.Member, of call: CallID) throws {
        try sql.execute(
            """
            INSERT INTO call_participants (call_id, user_id, device_id, is_host, status, joined_at, left_at, is_shielded)
            VALUES (:call, :user, :device, :host, :status, :joined, :left, :shielded)
            ON CONFLICT (call_id, user_id) DO UPDATE SET device_id = excluded.device_id, status = excluded.status,
                joined_at = excluded.joined_at, left_at = excluded.left_at
            """,
            [
                "call": .id(call), "user": .id(member.user), "device": member.device.map { .id($0) } ?? .null,
                "host": .flag(member.isHost), "status": .text(member.status.rawValue),
                "joined": .moment(member.joinedAt), "left": .moment(member.leftAt),
                "shielded": .flag(member.isShielded),
            ])
    }

    /// Not for somebody who was not to learn of it.
    func exists(_ call: CallID, with user: UserID) throws -> Bool {
        try !sql.query(
            "SELECT call_id FROM call_participants WHERE call_id = :call AND user_id = :user AND is_shielded = 0",
            ["call": .id(call), "user": .id(user)]
        ).isEmpty
    }

    /// Whether there was a call that both know of.
    func haveMet(_ one: UserID, _ other: UserID) throws -> Bool {
        try !sql.query(
            """
            SELECT 1 AS found FROM call_participants a JOIN call_participants b ON b.call_id = a.call_id
            WHERE a.user_id = :one AND b.user_id = :other AND a.is_shielded = 0 AND b.is_shielded = 0 LIMIT 1
            """, ["one": .id(one), "other": .id(other)]
        ).isEmpty
    }

    /// Ends what a server that stopped left open: no call outlives the process that ran it.
    func endAll(at moment: Timestamp) throws {
        try sql.execute(
            "UPDATE call_participants SET left_at = :now WHERE left_at IS NULL AND joined_at IS NOT NULL",
            ["now": .moment(moment)])
        try sql.execute("UPDATE calls SET ended_at = :now WHERE ended_at IS NULL", ["now": .moment(moment)])
    }
}

/// The database as the calls' memory.
struct DatabaseCallRecords: CallRecords {
    let database: any Database

    func save(_ snapshot: CallSnapshot) async throws {
        try await database.write { try CallRepository($0).save(snapshot) }
    }

    func exists(_ call: CallID, with user: UserID) async throws -> Bool {
        try await database.read { try CallRepository($0).exists(call, with: user) }
    }
}
