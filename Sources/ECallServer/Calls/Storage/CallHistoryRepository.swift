import ECallAPI

/// The calls of a user as they remember them (wire-protocol 4.10). What one was not to learn of is not there.
struct CallHistoryRepository {
    /// Which calls are asked for.
    struct Filter: Sendable, Equatable {
        /// Part of the name of somebody else in the call, in any case.
        var name: String?
        var isMissed = false
    }

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// The calls, newest first, and how many there are without `limit` and `offset`.
    func calls(
        of viewer: UserID, _ filter: Filter, offset: Int, limit: Int, now: Timestamp
    ) throws -> (records: [CallRecord], total: Int) {
        var arguments: [String: SQLValue] = ["viewer": .id(viewer)]
        var condition = "p.user_id = :viewer AND p.is_shielded = 0 AND p.is_hidden = 0"
        if filter.isMissed {
            condition += " AND p.is_host = 0 AND p.joined_at IS NULL AND c.ended_at IS NOT NULL"
        }
        if let name = filter.name, !name.isEmpty {
            let people = try people(named: name, metBy: viewer)
            guard !people.isEmpty else { return ([], 0) }
            for (index, user) in people.enumerated() { arguments["u\(index)"] = .id(user) }
            condition += """
                 AND EXISTS (SELECT 1 FROM call_participants o WHERE o.call_id = c.id
                    AND o.user_id IN (\(people.indices.map { ":u\($0)" }.joined(separator: ", "))))
                """
        }
        let tables = "call_participants p JOIN calls c ON c.id = p.call_id WHERE \(condition)"
        let total = try sql.query("SELECT COUNT(*) AS total FROM \(tables)", arguments).first?.integer("total") ?? 0
        arguments["limit"] = .integer(Int64(limit))
        arguments["offset"] = .integer(Int64(offset))
        let rows = try sql.query(
            """
            SELECT c.id, c.room_id, c.host_id, c.is_video, c.is_group, c.started_at, c.answered_at, c.ended_at,
                p.status, p.joined_at
            FROM \(tables) ORDER BY c.started_at DESC, c.id DESC LIMIT :limit OFFSET :offset
            """, arguments)
        return (try rows.map { try record($0, viewer, now) }, Int(total))
    }

    /// Takes the calls out of the user's history. Returns those that were in it.
    func hide(_ calls: [CallID], from user: UserID) throws -> [CallID] {
        try calls.filter { call in
            try sql.execute(
                """
                UPDATE call_participants SET is_hidden = 1
                WHERE call_id = :call AND user_id = :user AND is_shielded = 0 AND is_hidden = 0
                """, ["call": .id(call), "user": .id(user)]) > 0
        }
    }

    /// Deletes calls that nobody sees any more, at most so many. How many there were.
    func deleteUnseen(limit: Int) throws -> Int {
        try sql.execute(
            """
            DELETE FROM calls WHERE id IN (SELECT c.id FROM calls c WHERE c.ended_at IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM call_participants p JOIN users u ON u.id = p.user_id
                WHERE p.call_id = c.id AND p.is_shielded = 0 AND p.is_hidden = 0) LIMIT :limit)
            """, ["limit": .integer(Int64(limit))])
    }

    // MARK: - Parts

    /// Names are compared here: databases do not agree on what the same letter is.
    private func people(named part: String, metBy viewer: UserID) throws -> [UserID] {
        let wanted = part.lowercased()
        return try sql.query(
            """
            SELECT DISTINCT u.id, u.display_name FROM call_participants p
            JOIN call_participants o ON o.call_id = p.call_id AND o.user_id <> p.user_id
            JOIN users u ON u.id = o.user_id
            WHERE p.user_id = :viewer AND p.is_shielded = 0 AND p.is_hidden = 0
            """, ["viewer": .id(viewer)]
        ).filter { try $0.text("display_name").lowercased().contains(wanted) }.map { try $0.id("id") }
    }

    private func record(_ row: SQLRow, _ viewer: UserID, _ now: Timestamp) throws -> CallRecord {
        let call: CallID = try row.id("id")
        let host: UserID = try row.id("host_id")
        let (answeredAt, endedAt) = (try row.optionalMoment("answered_at"), try row.optionalMoment("ended_at"))
        let own = ParticipantStatus(rawValue: try row.text("status"))
        let isInside = own == .accepted || own == .connected || own == .reconnecting
        let tookPart = try row.optionalMoment("joined_at") != nil
        let status: CallStatus =
            if endedAt != nil {
                viewer != host && !tookPart ? .missed : .completed
            } else if answeredAt == nil {
                .calling
            } else if !isInside {
                // The client offers to join.
                own == .inviting ? .calling : .active
            } else {
                .completed
            }
        let isVideo = try row.flag("is_video")
        let end = endedAt ?? now
        return CallRecord(
            id: call, callType: viewer == host ? .outgoing : .incoming, callMediaType: isVideo ? .video : .audio,
            callCategory: try row.flag("is_group") ? .group : .personal, startedAt: try row.moment("started_at"),
            answeredAt: answeredAt, endedAt: endedAt, status: status, janusRoomId: try row.id("room_id"),
            duration: answeredAt.map { Int(max(0, end.milliseconds - $0.milliseconds) / 1000) } ?? 0,
            participants: try others(in: call, viewer, isVideo: isVideo))
    }

    /// The others; whoever took part counts as connected, as the client shows everybody else as missed.
    private func others(in call: CallID, _ viewer: UserID, isVideo: Bool) throws -> [Participant] {
        try sql.query(
            """
            SELECT p.user_id, p.device_id, p.is_host, p.status, p.joined_at, p.end_reason,
                COALESCE(u.display_name, '') AS name
            FROM call_participants p LEFT JOIN users u ON u.id = p.user_id
            WHERE p.call_id = :call AND p.user_id <> :viewer ORDER BY p.is_host DESC, p.user_id
            """, ["call": .id(call), "viewer": .id(viewer)]
        ).map { row in
            let hasDevice = row.columns["device_id"] != .null
            let status = ParticipantStatus(rawValue: try row.text("status")) ?? .left
            let tookPart = try row.optionalMoment("joined_at") != nil
            let reason = try row.optionalText("end_reason").flatMap(EndReason.init(rawValue:))
            return Participant(
                userId: try row.id("user_id"), deviceId: hasDevice ? try row.id("device_id") : 0,
                displayName: try row.text("name"), isHost: try row.flag("is_host"), callId: call, isHostKey: false,
                feedId: nil, isMuted: false, isVideoEnabled: isVideo,
                status: tookPart ? .connected : status, endReason: tookPart ? nil : reason)
        }
    }
}
