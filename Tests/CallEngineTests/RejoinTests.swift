import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// Wire-protocol 4.7.
@Suite("Rejoining", .timeLimit(.minutes(1)))
struct RejoinTests {
    private let call = ActiveCallsBench.call

    /// Carol was in the call and has left it.
    private static var left: ActiveCallsBench {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.carol))
        // The host has not rotated.
        for _ in 0..<2 { _ = bench.tick(after: 3) }
        return bench
    }

    private func answer(from sender: DeviceIdentity, to device: DeviceID = 31, call: CallID? = ActiveCallsBench.call)
        -> (Signal, DeviceIdentity)
    {
        let route = SignalRoute(call: call, user: 3, device: device, sender: 999)
        return (.participantAcceptRejoin(RejoinKey(route: route, encryptedAESKey: "k")), sender)
    }

    /// 000-55, 000-60
    @Test("000-12: the connected participants are asked for a key, one answers, and the device is in the call")
    func rejoins() {
        var bench = Self.left
        let asked = bench.send(.requestRejoin(call, by: Cast.carol))
        #expect(
            asked
                == .init(
                    lines: ["participant_request_rejoin 3 → 11", "participant_request_rejoin 3 → 21"], refusal: nil))
        #expect(bench.status(3) == .left)
        let (signal, sender) = answer(from: Cast.bob)
        guard case .deliver(let relayed, let device) = bench.activeCalls.relay(signal, from: sender, now: bench.now)
        else {
            Issue.record("dropped")
            return
        }
        #expect(device == 31 && relayed.encryptedAESKey == "k")
        #expect(relayed.sender == 2 && relayed.senderDevice == 21)
        let back = bench.send(.rejoin(call, by: Cast.carol))
        #expect(
            back.lines == ["participant_joined 3 → 11", "participant_joined 3 → 21", "interaction 1 3"])
        #expect(bench.status(3) == .accepted && bench.activeCalls.calls[call]?[3]?.device == 31)
        #expect(bench.send(.rejoin(call, by: Cast.carol)) == .init(lines: [], refusal: nil))
        // A second answer comes too late.
        #expect(bench.activeCalls.relay(signal, from: sender, now: bench.now) == .drop(.notAsked))
        #expect(bench.activeCalls.metrics.rejoins == [.rejoined: 1])
    }

    struct Drop: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var from = Cast.bob
        var device: DeviceID = 31
        var call: CallID? = ActiveCallsBench.call
        let drop: RelayDrop
    }

    @Test(
        "answers with a wrong sender or addressee are dropped",
        arguments: [
            Drop(testDescription: "to another device", device: 32, drop: .notAsked),
            Drop(testDescription: "of a stranger", from: Cast.dave, drop: .noCall),
            Drop(testDescription: "of another device", from: Cast.bob2, drop: .senderNotInCall),
            Drop(testDescription: "of another call", call: 5, drop: .noCall),
            Drop(testDescription: "by the requester", from: Cast.carol, drop: .noCall),
        ])
    func drops(_ row: Drop) {
        var bench = Self.left
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        let (signal, sender) = answer(from: row.from, to: row.device, call: row.call)
        #expect(bench.activeCalls.relay(signal, from: sender, now: bench.now) == .drop(row.drop))
    }

    @Test("a request is refused at once if no one could answer")
    func nobodyThere() {
        var bench = Self.left
        _ = bench.send(.sessionClosed(11))
        _ = bench.send(.sessionClosed(21))
        #expect(bench.send(.requestRejoin(call, by: Cast.carol)).refusal == .nobodyThere)
        #expect(bench.activeCalls.metrics.refusedRejoins == 1 && bench.activeCalls.metrics.asked == 0)
    }

    @Test("joining again after being connected counts as a return; a repeated join does not")
    func returns() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        for _ in 0..<2 { _ = bench.send(.join(call, by: Cast.bob)) }
        #expect(bench.activeCalls.metrics.asked == 0 && bench.activeCalls.metrics.rejoins.isEmpty)
        for person in [Cast.alice, Cast.bob] { bench.connect(person) }
        for (count, isAway) in [(1, true), (2, false)] {
            if isAway { _ = bench.send(.sessionClosed(21)) }
            #expect(bench.status(2) == (isAway ? .reconnecting : .connected))
            #expect(bench.send(.join(call, by: Cast.bob)).refusal == nil)
            _ = bench.send(.sessionOpened(21))
            #expect(bench.activeCalls.metrics.asked == count)
            #expect(bench.activeCalls.metrics.rejoins == [.rejoined: count])
        }
    }

    @Test("strangers, callers of an ended call and users in another call are refused")
    func refusals() {
        var bench = Self.left
        #expect(bench.send(.requestRejoin(call, by: Cast.dave)).refusal == .notFound)
        #expect(bench.send(.rejoin(call, by: Cast.carol)).refusal == .notAsked)
        _ = bench.start(id: 901, room: 78, by: Cast.dave, callees: [3])
        #expect(bench.send(.requestRejoin(call, by: Cast.carol)).refusal == .alreadyInCall)
        _ = bench.send(.end(901, by: Cast.carol))
        #expect(bench.send(.requestRejoin(call, by: Cast.carol)).refusal == nil)
        _ = bench.start(id: 902, room: 79, by: Cast.dave, callees: [3])
        #expect(bench.send(.rejoin(call, by: Cast.carol)).refusal == .alreadyInCall)
        _ = bench.send(.end(call, by: Cast.alice))
        #expect(bench.send(.rejoin(call, by: Cast.carol)).refusal == .over)
    }

    @Test("an immediate repetition is the same request; another device's replaces it")
    func again() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.bob))
        _ = bench.tick(after: 3)
        #expect(bench.send(.requestRejoin(call, by: Cast.bob)).lines.count == 2)
        #expect(bench.send(.requestRejoin(call, by: Cast.bob)).lines.isEmpty)
        bench.advance(2)
        #expect(bench.send(.requestRejoin(call, by: Cast.bob)).lines.count == 2)
        #expect(bench.send(.requestRejoin(call, by: Cast.bob2)).lines.count == 2)
        #expect(bench.send(.rejoin(call, by: Cast.bob)).refusal == .notAsked)
        #expect(bench.send(.rejoin(call, by: Cast.bob2)).refusal == nil)
        #expect(bench.activeCalls.metrics.rejoins == [.replaced: 2, .rejoined: 1])
    }

    @Test("ending withdraws only the request; a waiting device is notified of the timeout and of the call's end")
    func endings() {
        var bench = Self.left
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        #expect(bench.send(.end(call, by: Cast.carol)).lines.isEmpty)
        #expect(bench.send(.rejoin(call, by: Cast.carol)).refusal == .notAsked)
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        #expect(bench.send(.end(nil, by: Cast.carol)).lines.isEmpty)
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        #expect(bench.tick(after: 59).isEmpty)
        #expect(bench.tick(after: 1) == ["call_ended → 31"])
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        #expect(bench.send(.end(call, by: Cast.alice)).lines == ["call_ended → 21", "call_ended → 31", "end room 77"])
        #expect(bench.activeCalls.metrics.rejoins == [.withdrawn: 2, .expired: 1, .over: 1])
    }

    @Test("a device that is invited while it waits for a key rings on after the wait")
    func ringsOn() {
        var bench = Self.left
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        bench.advance(30)
        #expect(bench.invite([3], by: Cast.bob).lines.contains { $0.hasPrefix("ring ") })
        #expect(bench.tick(after: 31).isEmpty)
        #expect(bench.activeCalls.calls[call]?[3]?.ringing == [31])
        #expect(bench.activeCalls.metrics.rejoins == [.expired: 1])
    }

    @Test("a restarted device can ask while it counts as in the call; a key host loses the role")
    func startedAnew() {
        var bench = ActiveCallsBench.connectedThree
        let asked = bench.send(.requestRejoin(call, by: Cast.alice)).lines
        #expect(asked.contains("handover_host 2 → 21") && asked.contains("participant_request_rejoin 1 → 31"))
        #expect(bench.keyHost == 2)
        #expect(
            bench.send(.rejoin(call, by: Cast.alice)).lines == [
                "participant_joined 1 → 21", "participant_joined 1 → 31",
            ])
        #expect(bench.status(1) == .accepted)
    }

    @Test("another device replaces one that is away, which leaves; no user is in the call twice")
    func otherDevice() {
        var bench = ActiveCallsBench.connectedThree
        #expect(bench.send(.requestRejoin(call, by: Cast.bob2)).refusal == .joinedByOtherDevice)
        _ = bench.send(.sessionClosed(21))
        #expect(bench.send(.requestRejoin(call, by: Cast.bob2)).refusal == nil)
        #expect(
            bench.send(.rejoin(call, by: Cast.bob2)).lines == [
                "participant_left 2 → 11", "participant_left 2 → 31", "participant_joined 2 → 11",
                "participant_joined 2 → 31", "interaction 1 2",
            ])
        #expect(bench.send(.join(call, by: Cast.bob)).refusal == .joinedByOtherDevice)
    }

    @Test("an invited user comes in on a device that does not ring, and the ringing ones stop")
    func whileRinging() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.bob))
        _ = bench.invite([2], by: Cast.carol)
        _ = bench.send(.requestRejoin(call, by: Cast.device(2, 23)))
        let lines = bench.send(.rejoin(call, by: Cast.device(2, 23))).lines
        #expect(lines.contains("call_cancelled → 21") && lines.contains("call_cancelled → 22"))
        #expect(bench.activeCalls.metrics.rings[.answered] == 3)
    }

    @Test("a queued key is relevant to a device while it waits")
    func relevance() {
        var bench = Self.left
        let signal = answer(from: Cast.bob).0
        #expect(!bench.activeCalls.isRelevant(signal, for: 31))
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        #expect(bench.activeCalls.isRelevant(signal, for: 31))
        #expect(!bench.activeCalls.isRelevant(signal, for: 21))
    }

    @Test("the last device of a deleted account removes its seat, its request and its rings")
    func accountDeleted() {
        var bench = Self.left
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        #expect(bench.send(.deviceRemoved(Cast.carol)).lines.isEmpty)
        #expect(bench.send(.rejoin(call, by: Cast.carol)).refusal == .notAsked)
        _ = bench.invite([4], by: Cast.alice)
        #expect(
            bench.send(.deviceRemoved(Cast.dave)).lines == [
                "participant_rejected 4 → 11", "participant_rejected 4 → 21",
            ])
        #expect(bench.send(.deviceRemoved(Cast.alice)).lines.contains("end room 77"))
        #expect(bench.activeCalls.metrics.rings[.signedOut] == 1)
    }
}
