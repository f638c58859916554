import ECallAPI
import ServerFoundation

/// An account's calls, in parts. Calls that were hidden from the account are absent.
struct ExportedCalls {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// The calls in its history, newest first.
    func seen(by user: UserID, after cursor: CallCursor?, limit: Int) throws -> ExportPart<ExportedCall, CallCursor> {
        let rows = try sql.query(
            """
            SELECT p.call_id, p.started_at AS placed_at FROM call_participants p
            WHERE p.user_id = :user AND p.is_shielded = 0 AND p.is_hidden = 0
                AND (p.started_at, p.call_id) < (:started, :call)
            ORDER BY p.started_at DESC, p.call_id DESC LIMIT :limit
            """,
            [
                "user": .id(user), "limit": .integer(Int64(limit)),
                "started": .moment(cursor?.startedAt ?? Timestamp(milliseconds: .max)),
                "call": .id(cursor?.call ?? 0),
            ])
        let last = rows.count < limit ? nil : rows.last
        return ExportPart(
            items: try rows.compactMap { try call(try $0.id("call_id"), of: user) },
            next: try last.map { CallCursor(startedAt: try $0.moment("placed_at"), call: try $0.id("call_id")) })
    }

    /// The calls removed from its history, by number.
    func removed(by user: UserID, after call: CallID?, limit: Int) throws -> ExportPart<ExportedCall, CallID> {
        let rows = try sql.query(
            """
            SELECT p.call_id FROM call_participants p
            WHERE p.user_id = :user AND p.call_id > :call AND p.is_shielded = 0 AND p.is_hidden = 1
            ORDER BY p.call_id LIMIT :limit
            """, ["user": .id(user), "limit": .integer(Int64(limit)), "call": .id(call ?? 0)])
        return ExportPart(
            items: try rows.compactMap { try self.call(try $0.id("call_id"), of: user) },
            next: rows.count < limit ? nil : try rows.last?.id("call_id"))
    }

    private func call(_ id: CallID, of user: UserID) throws -> ExportedCall? {
        try sql.query(
            """
            SELECT c.id, c.room_id, c.host_id, c.is_video, c.is_group, c.started_at, c.answered_at, c.connected_at,
                c.ended_at, v.device_id, v.status, v.joined_at, v.left_at, v.end_reason, v.is_missed
            FROM calls c JOIN call_participants v ON v.call_id = c.id AND v.user_id = :user WHERE c.id = :call
            """, ["user": .id(user), "call": .id(id)]
        ).first.map { row in
            ExportedCall(
                id: id, roomId: try row.id("room_id"), hostId: try row.id("host_id"), isVideo: try row.flag("is_video"),
                isGroup: try row.flag("is_group"), startedAt: try row.moment("started_at"),
                answeredAt: try row.optionalMoment("answered_at"),
                connectedAt: try row.optionalMoment("connected_at"), endedAt: try row.optionalMoment("ended_at"),
                deviceId: row.isNull("device_id") ? nil : try row.id("device_id"),
                status: ParticipantStatus(rawValue: try row.text("status")) ?? .left,
                joinedAt: try row.optionalMoment("joined_at"), leftAt: try row.optionalMoment("left_at"),
                endReason: try row.optionalText("end_reason").flatMap(EndReason.init(rawValue:)),
                isMissed: try row.flag("is_missed"), participants: try others(in: id, but: user))
        }
    }

    /// The other participants as in the history, without their devices.
    private func others(in call: CallID, but user: UserID) throws -> [ExportedParticipant] {
        try CallHistoryRepository(sql).others(in: call, user, isVideo: false).map { other in
            ExportedParticipant(
                userId: other.userId, displayName: other.displayName, isHost: other.isHost, status: other.status,
                endReason: other.endReason)
        }
    }
}
