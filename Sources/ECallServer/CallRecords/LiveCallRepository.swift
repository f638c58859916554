import CallEngine
import ECallAPI
import Foundation
import ServerFoundation

/// The full state of running calls, so that they continue after a server is killed. One row per call, while it runs and
/// until every device knows of its end. No keys.
struct LiveCallRepository {
    let sql: any SQLConnection

    init(_ sql: any SQLConnection) { self.sql = sql }

    func save(_ call: LiveCall) throws { try put(call.id, JSONText.encode(call), isOver: false) }

    /// Marks the call as ended, with the devices to notify.
    func end(_ call: CallID, untold devices: [DeviceIdentity]) throws {
        try put(call, JSONText.encode(devices), isOver: true)
    }

    private func put(_ call: CallID, _ state: Data, isOver: Bool) throws {
        try sql.execute(
            """
            INSERT INTO live_calls (call_id, state, is_over) VALUES (:call, :state, :over)
            ON CONFLICT (call_id) DO UPDATE SET state = excluded.state, is_over = excluded.is_over
            """,
            ["call": .id(call), "state": .text(String(decoding: state, as: UTF8.self)), "over": .flag(isOver)])
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
            } else if let call = try? JSONDecoder().decode(LiveCall.self, from: state) {
                left.calls.append(call)
            }
        }
        return left
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
