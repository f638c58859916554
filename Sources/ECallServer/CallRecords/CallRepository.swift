import CallEngine
import ECallAPI
import ServerFoundation

/// Calls in the database: one row per call, one row per participant. No keys, no media.
struct CallRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Stores the call's current state, replacing the previous one.
    func save(_ call: CallSnapshot) throws {
        try sql.execute(
            """
            INSERT INTO calls (id, room_id, host_id, host_device_id, is_video, is_group, started_at, answered_at,
                connected_at, ended_at)
            VALUES (:id, :room, :host, :device, :video, :group, :started, :answered, :connected, :ended)
            ON CONFLICT (id) DO UPDATE SET is_group = excluded.is_group, answered_at = excluded.answered_at,
                connected_at = excluded.connected_at, ended_at = excluded.ended_at
            """,
            [
                "id": .id(call.id), "room": .id(call.room), "host": .id(call.host.user),
                "device": .id(call.host.device), "video": .flag(call.isVideo),
                "group": .flag(call.category == .group), "started": .moment(call.startedAt),
                "answered": .moment(call.answeredAt), "connected": .moment(call.connectedAt),
                "ended": .moment(call.endedAt),
            ])
        for member in call.members { try save(member, of: call) }
    }

    /// Records when the media of a running call were first there: no other state in the history changes then.
    func setConnected(_ call: CallID, at moment: Timestamp) throws {
        try sql.execute(
            "UPDATE calls SET connected_at = :connected WHERE id = :call",
            ["call": .id(call), "connected": .moment(moment)])
    }

    private func save(_ member: CallSnapshot.Member, of call: CallSnapshot) throws {
        // Missed once it stops ringing, even if the others continue without them.
        let isMissed =
            (call.endedAt != nil || member.status == .rejected) && !member.isHost && member.joinedAt == nil
            && member.endReason != .declined
        try sql.execute(
            """
            INSERT INTO call_participants (call_id, user_id, device_id, is_host, status, joined_at, left_at, is_shielded,
                end_reason, started_at, is_missed)
            VALUES (:call, :user, :device, :host, :status, :joined, :left, :shielded, :reason, :started, :missed)
            ON CONFLICT (call_id, user_id) DO UPDATE SET device_id = excluded.device_id, status = excluded.status,
                joined_at = excluded.joined_at, left_at = excluded.left_at, is_shielded = excluded.is_shielded,
                end_reason = excluded.end_reason, is_missed = excluded.is_missed
            """,
            [
                "call": .id(call.id), "user": .id(member.user), "device": member.device.map { .id($0) } ?? .null,
                "host": .flag(member.isHost), "status": .text(member.status.rawValue),
                "joined": .moment(member.joinedAt), "left": .moment(member.leftAt),
                "shielded": .flag(member.isShielded), "reason": .text(member.endReason?.rawValue),
                "started": .moment(call.startedAt), "missed": .flag(isMissed),
            ])
    }

    /// Returns false for a user from whom the call was hidden.
    func exists(_ call: CallID, with user: UserID) throws -> Bool {
        try !sql.query(
            "SELECT call_id FROM call_participants WHERE call_id = :call AND user_id = :user AND is_shielded = 0",
            ["call": .id(call), "user": .id(user)]
        ).isEmpty
    }

    /// Whether both users were in a call that neither was shielded from.
    func haveMet(_ one: UserID, _ other: UserID) throws -> Bool {
        try !sql.query(
            """
            SELECT 1 AS found FROM call_participants a JOIN call_participants b ON b.call_id = a.call_id
            WHERE a.user_id = :one AND b.user_id = :other AND a.is_shielded = 0 AND b.is_shielded = 0 LIMIT 1
            """, ["one": .id(one), "other": .id(other)]
        ).isEmpty
    }

    /// Ends the open calls except these, since no one is in them any more.
    func endAll(except calls: Set<CallID>, at moment: Timestamp) throws {
        let open = try sql.query("SELECT id FROM calls WHERE ended_at IS NULL", [:]).map { row -> CallID in
            try row.id("id")
        }
        for call in open where !calls.contains(call) {
            let arguments: [String: SQLValue] = ["call": .id(call), "now": .moment(moment)]
            try sql.execute(
                """
                UPDATE call_participants SET left_at = :now
                WHERE call_id = :call AND left_at IS NULL AND joined_at IS NOT NULL
                """, arguments)
            try sql.execute(
                """
                UPDATE call_participants SET is_missed = 1 WHERE call_id = :call AND is_host = 0 AND joined_at IS NULL
                    AND COALESCE(end_reason, '') <> 'declined'
                """, ["call": .id(call)])
            try sql.execute("UPDATE calls SET ended_at = :now WHERE id = :call", arguments)
        }
    }
}
