import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("How calls end", .timeLimit(.minutes(1)))
struct CallEndTests {
    private let call = ActiveCallsBench.call

    // MARK: - The table (wire-protocol 4.4)

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bench: @Sendable () -> ActiveCallsBench
        let by: DeviceIdentity
        var id: CallID? = ActiveCallsBench.call
        let lines: [String]
        let isOver: Bool
    }

    private static let ringing: @Sendable () -> ActiveCallsBench = {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        return bench
    }

    private static let ringingTwo: @Sendable () -> ActiveCallsBench = {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: [2, 3])
        return bench
    }

    @Test(
        "ending depends on the caller's state",
        arguments: [
            Row(
                testDescription: "the only callee declines", bench: ringing, by: Cast.bob,
                lines: ["participant_rejected 2 → 11", "call_cancelled → 22", "call_ended → 11", "end room 77"],
                isOver: true),
            Row(
                testDescription: "one of two callees declines", bench: ringingTwo, by: Cast.carol,
                lines: ["participant_rejected 3 → 11"], isOver: false),
            Row(
                testDescription: "the caller cancels", bench: ringingTwo, by: Cast.alice,
                lines: ["call_ended → 21", "call_ended → 22", "call_ended → 31", "end room 77"],
                isOver: true),
            Row(
                testDescription: "one of two leaves", bench: { .connectedPair }, by: Cast.bob,
                lines: ["call_ended → 11", "end room 77"], isOver: true),
            Row(
                testDescription: "the caller of two leaves", bench: { .connectedPair }, by: Cast.alice,
                lines: ["call_ended → 21", "end room 77"], isOver: true),
            Row(
                testDescription: "one of three leaves", bench: { .connectedThree }, by: Cast.carol,
                lines: ["participant_left 3 → 11", "participant_left 3 → 21"], isOver: false),
            Row(
                testDescription: "the key host of three leaves", bench: { .connectedThree }, by: Cast.alice,
                lines: [
                    "participant_left 1 → 21", "participant_left 1 → 31", "handover_host 2 → 21",
                    "handover_host 2 → 31",
                ], isOver: false),
            Row(
                testDescription: "another device of a participant", bench: { .connectedPair }, by: Cast.bob2,
                lines: [], isOver: false),
            Row(testDescription: "a stranger", bench: { .connectedPair }, by: Cast.carol, lines: [], isOver: false),
            Row(
                testDescription: "an unknown call", bench: { .connectedPair }, by: Cast.bob, id: 5, lines: [],
                isOver: false),
            Row(
                testDescription: "no number: the only call", bench: { .connectedPair }, by: Cast.bob, id: nil,
                lines: ["call_ended → 11", "end room 77"], isOver: true),
            Row(
                testDescription: "no number and no call", bench: { .connectedPair }, by: Cast.carol, id: nil,
                lines: [], isOver: false),
        ])
    func ends(_ row: Row) {
        var bench = row.bench()
        #expect(bench.send(.end(row.id, by: row.by)) == .init(lines: row.lines, refusal: nil))
        #expect(bench.activeCalls.calls.isEmpty == row.isOver)
        // The requesting device is never notified of the end: it would play the tone twice.
        #expect(!row.lines.contains("call_ended → \(row.by.device)"))
        #expect(bench.send(.end(row.id, by: row.by)).lines.isEmpty)
    }

    // MARK: - Time

    /// 000-44
    @Test("a callee who does not answer in 60 s stops ringing and has missed the call")
    func ringTimeout() {
        var bench = Self.ringing()
        #expect(bench.tick(after: 59).isEmpty)
        #expect(bench.activeCalls.deadline == bench.now.advanced(bySeconds: 1))
        #expect(
            bench.tick(after: 1) == [
                "participant_rejected 2 → 11", "call_ended → 21", "call_ended → 22", "call_ended → 11",
                "end room 77",
            ])
        #expect(bench.activeCalls.deadline == nil)
    }

    @Test("a participant whose session is gone is reconnecting, and has left after 60 s")
    func absence() {
        var bench = ActiveCallsBench.connectedPair
        #expect(bench.send(.sessionClosed(21)).lines == ["participant_updated 2 reconnecting → 11"])
        #expect(bench.tick(after: 59).isEmpty)
        #expect(bench.tick(after: 1) == ["call_ended → 11", "end room 77"])
    }

    @Test("a session that comes back in time changes only the status")
    func returns() {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.send(.sessionClosed(21))
        bench.advance(30)
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
        #expect(bench.tick(after: 600).isEmpty)
    }

    @Test("the call of a caller who disappears while it rings ends")
    func callerVanishes() {
        var bench = Self.ringing()
        _ = bench.send(.sessionClosed(11))
        // The invitation ends at the same moment.
        let lines = bench.tick(after: 60)
        #expect(lines.contains("call_ended → 21"))
        #expect(bench.activeCalls.calls.isEmpty)
    }

    @Test("an answered call without a connected participant ends after 60 s")
    func unconnected() {
        var bench = Self.ringing()
        _ = bench.send(.join(call, by: Cast.bob))
        #expect(bench.tick(after: 59).isEmpty)
        #expect(bench.tick(after: 1) == ["call_ended → 11", "call_ended → 21", "end room 77"])
    }

    @Test("a publisher known to Janus keeps the call alive")
    func publisherKeepsAlive() {
        var bench = Self.ringing()
        _ = bench.send(.join(call, by: Cast.bob))
        _ = bench.send(.feedPublished(5, in: 77, by: Cast.bob))
        #expect(bench.tick(after: 600).isEmpty)
        _ = bench.send(.feedGone(5, in: 77, by: Cast.bob))
        #expect(bench.tick(after: 60).contains("end room 77"))
    }

    // MARK: - Devices

    @Test("a removed device leaves; the last ringing one declines")
    func removed() {
        var bench = Self.ringing()
        #expect(bench.send(.deviceRemoved(Cast.bob)).lines.isEmpty)
        #expect(bench.status(2) == .inviting)
        #expect(
            bench.send(.deviceRemoved(Cast.bob2)).lines
                == ["participant_rejected 2 → 11", "call_ended → 11", "end room 77"])
        var pair = ActiveCallsBench.connectedPair
        #expect(pair.send(.deviceRemoved(Cast.alice2)).lines.isEmpty)
        #expect(pair.send(.deviceRemoved(Cast.alice)).lines == ["call_ended → 21", "end room 77"])
    }

    // MARK: - Records

    @Test("the record at the end has the participants and times, and no key")
    func records() {
        var bench = ActiveCallsBench.connectedPair
        bench.advance(10)
        let outcome = bench.activeCalls.handle(.end(call, by: Cast.bob), now: bench.now)
        let snapshots = outcome.effects.compactMap { if case .record(let snapshot) = $0 { snapshot } else { nil } }
        #expect(snapshots.count == 1)
        #expect(snapshots.first?.endedAt == bench.now)
        #expect(snapshots.first?.members.map(\.status) == [.left, .left])
        #expect(snapshots.first?.members.map(\.device) == [11, 21])
    }
}
