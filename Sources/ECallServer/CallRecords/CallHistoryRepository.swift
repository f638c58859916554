import ECallAPI
import ServerFoundation

/// A user's call history (wire-protocol 4.10). Calls that were hidden from the user are absent.
struct CallHistoryRepository {
    struct Filter: Sendable, Equatable {
        /// Part of the name of another participant, in any case. Searched in the newest `Most.searched` calls.
        var name: String?
        var isMissed = false
    }

    /// Bounds of the work for one answer, however long the history is.
    enum Most {
        /// The number of calls that are counted exactly.
        static let counted = 10_000
        /// The number of calls that a name is searched in.
        static let searched = 10_000
    }

    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Returns the calls behind `before`, newest first. `total` is their number without `before`, `limit` and `offset`, up
    /// to `Most.counted`; beyond that it exceeds the calls seen so far as long as more follow.
    func calls(
        of viewer: UserID, _ filter: Filter, before: CallCursor? = nil, offset: Int = 0, limit: Int, now: Timestamp
    ) throws -> (records: [CallRecord], total: Int, next: CallCursor?) {
        guard var selection = try selection(filter, of: viewer) else { return ([], 0, nil) }
        selection.arguments["most"] = .integer(Int64(Most.counted))
        let total =
            try sql.query("SELECT COUNT(*) AS total FROM (\(selection.text) LIMIT :most) n", selection.arguments)
            .first?.integer("total") ?? 0
        selection.arguments["most"] = nil
        if let before {
            selection.text += " AND (p.started_at, p.call_id) < (:started, :call)"
            selection.arguments["started"] = .moment(before.startedAt)
            selection.arguments["call"] = .id(before.call)
        }
        // One more than requested, to see whether others follow.
        selection.arguments["limit"] = .integer(Int64(limit + 1))
        selection.arguments["offset"] = .integer(Int64(offset))
        let rows = try sql.query(
            """
            SELECT c.id, c.room_id, c.host_id, c.is_video, c.is_group, c.started_at, c.answered_at, c.connected_at,
                c.ended_at, v.status, v.joined_at, v.end_reason
            FROM (\(selection.text) ORDER BY p.started_at DESC, p.call_id DESC LIMIT :limit OFFSET :offset) n
            JOIN calls c ON c.id = n.call_id
            JOIN call_participants v ON v.call_id = n.call_id AND v.user_id = :viewer
            ORDER BY n.started_at DESC, n.call_id DESC
            """, selection.arguments)
        let records = try rows.prefix(limit).map { try record($0, viewer, now) }
        let isMore = rows.count > limit
        return (
            records, max(Int(total), before == nil ? offset + records.count + (isMore ? 1 : 0) : 0),
            isMore ? records.last.map { CallCursor(startedAt: $0.startedAt, call: $0.id) } : nil
        )
    }

    /// The viewer's calls that match the filter, as one statement without order and bounds; nil if there are none.
    private func selection(
        _ filter: Filter, of viewer: UserID
    ) throws -> (text: String, arguments: [String: SQLValue])? {
        var arguments: [String: SQLValue] = ["viewer": .id(viewer)]
        var text = """
            SELECT p.call_id, p.started_at FROM call_participants p
            WHERE p.user_id = :viewer AND p.is_shielded = 0 AND p.is_hidden = 0
            """
        if filter.isMissed { text += " AND p.is_missed = 1" }
        guard let name = filter.name, !name.isEmpty else { return (text, arguments) }
        let people = try people(named: name, metBy: viewer)
        guard !people.isEmpty, let oldest = try oldestSearched(by: viewer) else { return nil }
        arguments["oldest"] = .moment(oldest)
        // Powers of two keep the number of distinct statements small: each connection caches all that it has prepared.
        var places = 1
        while places < people.count { places *= 2 }
        // SQLite binds 32 766 arguments at most.
        if places > 16_384 { places = people.count }
        for index in 0..<places { arguments["u\(index)"] = .id(people[min(index, people.count - 1)]) }
        text += """
             AND p.started_at >= :oldest AND EXISTS (SELECT 1 FROM call_participants o WHERE o.call_id = p.call_id
                AND o.user_id IN (\((0..<places).map { ":u\($0)" }.joined(separator: ", "))))
            """
        return (text, arguments)
    }

    /// Hides the calls from the user's history. Returns those that were in it.
    func hide(_ calls: [CallID], from user: UserID) throws -> [CallID] {
        try calls.filter { call in
            try sql.execute(
                """
                UPDATE call_participants SET is_hidden = 1
                WHERE call_id = :call AND user_id = :user AND is_shielded = 0 AND is_hidden = 0
                """, ["call": .id(call), "user": .id(user)]) > 0
        }
    }

    /// Examines at most `limit` calls whose numbers follow `position`: returns those that no one can see any more, and the last
    /// number.
    func unseen(after position: Int64, limit: Int) throws -> (calls: [CallID], last: Int64?, isEnd: Bool) {
        let rows = try sql.query(
            """
            SELECT c.id, CASE WHEN \(Self.isUnseen) THEN 1 ELSE 0 END AS is_unseen
            FROM calls c WHERE c.id > :position ORDER BY c.id LIMIT :limit
            """, ["position": .integer(position), "limit": .integer(Int64(limit))])
        let calls: [CallID] = try rows.filter { try $0.flag("is_unseen") }.map { try $0.id("id") }
        return (calls, try rows.last?.integer("id"), rows.count < limit)
    }

    /// Deletes those of the calls that no one can see. Returns how many there were.
    func deleteUnseen(_ calls: [CallID]) throws -> Int {
        try calls.reduce(0) { count, call in
            try count
                + sql.execute("DELETE FROM calls AS c WHERE c.id = :call AND \(Self.isUnseen)", ["call": .id(call)])
        }
    }

    private static let isUnseen = """
        c.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM call_participants p JOIN users u ON u.id = p.user_id
            WHERE p.call_id = c.id AND p.is_shielded = 0 AND p.is_hidden = 0)
        """

    // MARK: - Parts

    /// Names are compared here: databases disagree on case folding.
    private func people(named part: String, metBy viewer: UserID) throws -> [UserID] {
        let wanted = part.lowercased()
        return try sql.query(
            """
            SELECT DISTINCT u.id, u.display_name FROM (
                SELECT p.call_id FROM call_participants p
                WHERE p.user_id = :viewer AND p.is_shielded = 0 AND p.is_hidden = 0
                ORDER BY p.started_at DESC, p.call_id DESC LIMIT :most) n
            JOIN call_participants o ON o.call_id = n.call_id AND o.user_id <> :viewer
            JOIN users u ON u.id = o.user_id
            """, ["viewer": .id(viewer), "most": .integer(Int64(Most.searched))]
        ).filter { try $0.text("display_name").lowercased().contains(wanted) }.map { try $0.id("id") }
    }

    /// The start of the oldest call that names are searched in.
    private func oldestSearched(by viewer: UserID) throws -> Timestamp? {
        try sql.query(
            """
            SELECT MIN(n.started_at) AS oldest FROM (
                SELECT p.started_at FROM call_participants p
                WHERE p.user_id = :viewer AND p.is_shielded = 0 AND p.is_hidden = 0
                ORDER BY p.started_at DESC, p.call_id DESC LIMIT :most) n
            """, ["viewer": .id(viewer), "most": .integer(Int64(Most.searched))]
        ).first?.optionalMoment("oldest")
    }

    private func record(_ row: SQLRow, _ viewer: UserID, _ now: Timestamp) throws -> CallRecord {
        let call: CallID = try row.id("id")
        let host: UserID = try row.id("host_id")
        let (answeredAt, endedAt) = (try row.optionalMoment("answered_at"), try row.optionalMoment("ended_at"))
        let connectedAt = try row.optionalMoment("connected_at")
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
            answeredAt: answeredAt, connectedAt: connectedAt, endedAt: endedAt, status: status,
            janusRoomId: try row.id("room_id"),
            duration: connectedAt.map { Int(max(0, end.milliseconds - $0.milliseconds) / 1000) } ?? 0,
            participants: try others(in: call, viewer, isVideo: isVideo),
            endReason: tookPart ? nil : try row.optionalText("end_reason").flatMap(EndReason.init(rawValue:)))
    }

    /// The other participants; everyone who took part counts as connected, as the client shows all others as missed.
    func others(in call: CallID, _ viewer: UserID, isVideo: Bool) throws -> [Participant] {
        try sql.query(
            """
            SELECT p.user_id, p.device_id, p.is_host, p.status, p.joined_at, p.end_reason,
                COALESCE(u.display_name, '') AS name
            FROM call_participants p LEFT JOIN users u ON u.id = p.user_id
            WHERE p.call_id = :call AND p.user_id <> :viewer ORDER BY p.is_host DESC, p.user_id
            """, ["call": .id(call), "viewer": .id(viewer)]
        ).map { row in
            let hasDevice = !row.isNull("device_id")
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
