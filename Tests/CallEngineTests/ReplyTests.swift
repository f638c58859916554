import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// The only E2EE message that a ringing device may send (e2ee 2).
@Suite("Replies of ringing devices", .timeLimit(.minutes(1)))
struct ReplyTests {
    /// An attempt, in a call of alice and bob in which alice rings carol.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var sender = Cast.carol
        var kind = E2EEKind.reply
        var to: [DeviceIdentity] = [Cast.alice]
        /// Whether it is sent to all rather than to some.
        var isToAll = false
        var call = ActiveCallsBench.call
        var before: @Sendable (inout ActiveCallsBench) -> Void = { _ in }
        let becomes: String
    }

    static let rows =
        [
            Row(testDescription: "by a ringing device, to the device that rang it", becomes: "reply r of 3_31 → 11"),
            Row(
                testDescription: "twice", before: { _ = relayed(&$0, reply(to: [Cast.alice]), by: Cast.carol) },
                becomes: "repliedBefore"),
            Row(
                testDescription: "after a dropped one",
                before: { _ = relayed(&$0, reply(to: [Cast.bob]), by: Cast.carol) }, becomes: "reply r of 3_31 → 11"),
            Row(testDescription: "to another participant", to: [Cast.bob], becomes: "addresseeNotInCall"),
            Row(testDescription: "to another device of the caller", to: [Cast.alice2], becomes: "addresseeNotInCall"),
            Row(testDescription: "to oneself", to: [Cast.carol], becomes: "addresseeNotInCall"),
            Row(testDescription: "to two", to: [Cast.alice, Cast.bob], becomes: "noAddressee"),
            Row(testDescription: "to all", isToAll: true, becomes: "noAddressee"),
            Row(testDescription: "by a person who was not invited", sender: Cast.dave, becomes: "noCall"),
            Row(testDescription: "by a participant", sender: Cast.bob, becomes: "senderNotRinging"),
            Row(
                testDescription: "by another device of a participant", sender: Cast.bob2,
                becomes: "senderNotRinging"),
            Row(testDescription: "for another call", call: 901, becomes: "noCall"),
            Row(
                testDescription: "after declining",
                before: { _ = $0.send(.end(ActiveCallsBench.call, by: Cast.carol)) }, becomes: "noCall"),
            Row(
                testDescription: "after the time to ring", before: { _ = $0.tick(after: 61) }, becomes: "noCall"),
            Row(
                testDescription: "after answering",
                before: { _ = $0.send(.join(ActiveCallsBench.call, by: Cast.carol)) }, becomes: "senderNotRinging"),
            Row(
                testDescription: "after the caller has left",
                before: {
                    _ = $0.invite([4], by: Cast.bob)
                    _ = $0.send(.end(ActiveCallsBench.call, by: Cast.alice))
                }, becomes: "addresseeNotInCall"),
            Row(
                testDescription: "after the end of the call",
                before: { bench in
                    for one in [Cast.carol, Cast.bob, Cast.alice] {
                        _ = bench.send(.end(ActiveCallsBench.call, by: one))
                    }
                }, becomes: "noCall"),
        ]
        + E2EEKind.allCases.filter { $0 != .reply }.map {
            Row(testDescription: "as \($0)", kind: $0, becomes: "senderNotInCall")
        }

    private static func reply(
        _ kind: E2EEKind = .reply, to devices: [DeviceIdentity], in call: CallID = ActiveCallsBench.call
    ) -> Signal {
        let bodies = devices.map { (DeviceKey(user: $0.user, device: $0.device), "r") }
        return .e2ee(E2EESignal(call: call, kind: kind, content: .bodies(Dictionary(uniqueKeysWithValues: bodies))))
    }

    private static func relayed(_ bench: inout ActiveCallsBench, _ signal: Signal, by sender: DeviceIdentity) -> String
    {
        switch bench.activeCalls.relay(signal, from: sender, now: bench.now) {
        case .drop(let reason): return "\(reason)"
        case .deliver: return "deliver"
        case .spread(let deliveries):
            return deliveries.map { delivery in
                guard case .body(let body) = delivery.message.content else { return "bodies" }
                let (user, device) = (delivery.message.sender ?? 0, delivery.message.senderDevice ?? 0)
                let to = delivery.devices.map { "\($0.device)" }.joined(separator: ",")
                return "\(delivery.message.kind) \(body) of \(user)_\(device) → \(to)"
            }.joined(separator: "; ")
        }
    }

    @Test("a reply goes from the ringing device to the one that rings it, once, and no other does", arguments: rows)
    func table(row: Row) {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.invite([3], by: Cast.alice)
        row.before(&bench)
        _ = bench.activeCalls.takeChanges()
        let before = bench.activeCalls.calls
        let signal =
            row.isToAll
            ? Signal.e2ee(E2EESignal(call: row.call, kind: row.kind, content: .body("r")))
            : Self.reply(row.kind, to: row.to, in: row.call)
        #expect(Self.relayed(&bench, signal, by: row.sender) == row.becomes)
        // Nothing in the call reveals it, and later participants do not get it.
        #expect(bench.activeCalls.calls == before && !bench.activeCalls.hasChanges)
        #expect(bench.activeCalls.e2eeMessages(for: Cast.bob)?.messages ?? [] == [])
    }

    @Test("each ringing device has one reply, and no other device has any")
    func devices() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(devices: [2: [21]])
        #expect(Self.relayed(&bench, Self.reply(to: [Cast.alice]), by: Cast.bob2) == "senderNotRinging")
        bench = .everybody
        _ = bench.start()
        for device in [Cast.bob, Cast.bob2] {
            #expect(
                Self.relayed(&bench, Self.reply(to: [Cast.alice]), by: device) == "reply r of 2_\(device.device) → 11")
        }
    }

    @Test("a device that is rung again replies to the new inviter; a shielded one does not ring")
    func again() {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.invite([3], by: Cast.alice)
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.carol))
        _ = bench.invite([3], by: Cast.bob)
        #expect(Self.relayed(&bench, Self.reply(to: [Cast.alice]), by: Cast.carol) == "addresseeNotInCall")
        #expect(Self.relayed(&bench, Self.reply(to: [Cast.bob]), by: Cast.carol) == "reply r of 3_31 → 21")
        _ = bench.invite([4], by: Cast.alice, shielded: [4])
        #expect(Self.relayed(&bench, Self.reply(to: [Cast.alice]), by: Cast.dave) == "noCall")
    }

    @Test("the memory of a reply is dropped with the call")
    func forgotten() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        _ = Self.relayed(&bench, Self.reply(to: [Cast.alice]), by: Cast.bob)
        #expect(bench.activeCalls.e2eeMessages.count == 1)
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.bob))
        #expect(bench.activeCalls.e2eeMessages.isEmpty)
    }
}
