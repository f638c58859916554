import CallEngine
import ECallAPI
import Foundation
import ServerFoundation

/// The full state of running calls, so that they continue after a server is killed: a row per call, while it runs and
/// until every device knows of its end, and while it runs a row per member. Only rows that change are written. No keys.
struct LiveCallRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    /// Stores the call's current state.
    ///
    /// - Parameter before: the stored state; nil replaces all of it.
    func save(_ call: LiveCall, since before: LiveCall?) throws {
        if let before, before.head == call.head {
            try sql.execute("UPDATE live_calls SET version = version + 1 WHERE call_id = :call", ["call": .id(call.id)])
        } else {
            try put(call.id, Self.json(call.head), isOver: false)
        }
        let known = before?.members ?? []
        if before == nil { try forgetMembers(of: call.id) }
        for (position, member) in call.members.enumerated()
        where position >= known.count || known[position] != member {
            try save(member, at: position, in: call.id)
        }
    }

    private func save(_ member: CallMember, at position: Int, in call: CallID) throws {
        try sql.execute(
            """
            INSERT INTO live_members (call_id, user_id, position, version, state)
            VALUES (:call, :user, :position, (SELECT version FROM live_calls WHERE call_id = :call), :state)
            ON CONFLICT (call_id, user_id) DO UPDATE SET version = excluded.version, state = excluded.state
            """,
            [
                "call": .id(call), "user": .id(member.user), "position": .integer(Int64(position)),
                "state": .text(Self.json(member)),
            ])
    }

    /// Marks the call as ended, with the devices to notify.
    func end(_ call: CallID, untold devices: [DeviceIdentity]) throws {
        try put(call, Self.json(devices), isOver: true)
        try forgetMembers(of: call)
    }

    private func put(_ call: CallID, _ state: String, isOver: Bool) throws {
        try sql.execute(
            """
            INSERT INTO live_calls (call_id, state, is_over, version) VALUES (:call, :state, :over, 1)
            ON CONFLICT (call_id) DO UPDATE SET state = excluded.state, is_over = excluded.is_over,
                version = live_calls.version + 1
            """,
            ["call": .id(call), "state": .text(state), "over": .flag(isOver)])
    }

    private func forgetMembers(of call: CallID) throws {
        try sql.execute("DELETE FROM live_members WHERE call_id = :call", ["call": .id(call)])
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONText.encode(value), as: UTF8.self)
    }

    func forget(_ call: CallID) throws {
        try sql.execute("DELETE FROM live_calls WHERE call_id = :call", ["call": .id(call)])
    }

    /// Deletes rows of running calls that cannot be continued.
    func forgetAll(except calls: Set<CallID>) throws {
        for row in try sql.query("SELECT call_id FROM live_calls WHERE is_over = 0", [:]) {
            let call: CallID = try row.id("call_id")
            if !calls.contains(call) { try forget(call) }
        }
    }

    /// Row 1 holds the time of the last check.
    private static let aliveRow: Int64 = 3

    func noteAlive(at moment: Timestamp) throws {
        try sql.execute(
            """
            INSERT INTO readiness (id, checked_at) VALUES (:row, :now)
            ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at
            """, ["row": .integer(Self.aliveRow), "now": .moment(moment)])
    }

    private func aliveAt() throws -> Timestamp? {
        try sql.query("SELECT checked_at FROM readiness WHERE id = :row", ["row": .integer(Self.aliveRow)])
            .first?.optionalMoment("checked_at")
    }

    /// Skips rows that another version wrote and this one cannot read.
    func recoveredCalls() throws -> RecoveredCalls {
        var left = RecoveredCalls(aliveAt: try aliveAt())
        for row in try sql.query("SELECT call_id, state, is_over FROM live_calls ORDER BY call_id", [:]) {
            let state = Data(try row.text("state").utf8)
            if try row.flag("is_over") {
                left.untold[try row.id("call_id")] = try devices(in: state)
            } else if let call = try call(row.id("call_id"), state) {
                left.calls.append(call)
            }
        }
        return left
    }

    /// Returns nil if any part is unreadable. Earlier versions stored the members in the call's row.
    private func call(_ id: CallID, _ head: Data) throws -> LiveCall? {
        let decoder = JSONDecoder()
        guard var call = try? decoder.decode(LiveCall.self, from: head) else { return nil }
        let rows = try sql.query(
            "SELECT state FROM live_members WHERE call_id = :call ORDER BY position", ["call": .id(id)])
        guard !rows.isEmpty else { return call.members.isEmpty ? nil : call }
        let members = rows.compactMap { row in
            try? decoder.decode(CallMember.self, from: Data(try row.text("state").utf8))
        }
        guard members.count == rows.count else { return nil }
        call.members = members
        return call
    }

    /// Earlier versions stored device numbers only.
    private func devices(in state: Data) throws -> [DeviceIdentity] {
        if let devices = try? JSONDecoder().decode([DeviceIdentity].self, from: state) { return devices }
        let numbers = (try? JSONDecoder().decode([DeviceID].self, from: state)) ?? []
        return try numbers.compactMap { number in
            try sql.query("SELECT user_id FROM devices WHERE id = :id", ["id": .id(number)]).first.map {
                DeviceIdentity(user: try $0.id("user_id"), device: number)
            }
        }
    }
}

extension LiveCall {
    /// The call without its members, which have rows of their own.
    fileprivate var head: LiveCall {
        var call = self
        call.members = []
        return call
    }
}
