import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("A swap between the running and the held call", .timeLimit(.minutes(1)))
struct SwapTests {
    private static let (first, second) = (ActiveCallsBench.call, CallID(901))

    /// Bob is in the second call, of carol, and has the first one, with alice, on hold.
    private static let two: ActiveCallsBench = {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.send(
            .update(first, UpdateParticipantRequest(callId: nil, userId: nil, takesCalls: true), by: Cast.bob))
        _ = bench.start(id: second, room: 78, by: Cast.carol, callees: [2])
        _ = bench.send(.hold(first, by: Cast.bob))
        _ = bench.send(.join(second, by: Cast.bob))
        for person in [Cast.bob, Cast.carol] { connect(person, in: second, &bench) }
        return bench
    }()

    private static func connect(_ person: DeviceIdentity, in call: CallID, _ bench: inout ActiveCallsBench) {
        _ = bench.send(
            .update(call, UpdateParticipantRequest(callId: nil, userId: nil, status: .connected), by: person))
    }

    private static func swap(
        _ held: CallID, for resumed: CallID, by device: DeviceIdentity = Cast.bob
    ) -> CallEngineEvent {
        .hold(held, by: device, resuming: resumed)
    }

    private static func held(_ bench: ActiveCallsBench) -> [CallID] {
        bench.activeCalls.calls(of: 2).filter { $0[2]?.isOnHold == true }.map(\.id)
    }

    @Test("a swap holds the one call and resumes the other, and tells both others; so does the next one")
    func swaps() {
        var bench = Self.two
        for (held, resumed, onHold, back) in [(Self.second, Self.first, 31, 11), (Self.first, Self.second, 11, 31)] {
            let swapped = bench.send(Self.swap(held, for: resumed))
            let lines = [
                "participant_updated 2 reconnecting → \(onHold)", "participant_updated 2 accepted → \(back)",
            ]
            #expect(swapped == .init(lines: lines, refusal: nil))
            #expect(bench.activeCalls.calls(of: 2).map(\.id) == [resumed, held])
            #expect(bench.activeCalls.call(on: Cast.bob)?.id == resumed)
            #expect(bench.send(.join(resumed, by: Cast.bob)) == .init(lines: [], refusal: nil), "it enters the room")
            Self.connect(Cast.bob, in: resumed, &bench)
            #expect(bench.activeCalls.calls[resumed]?[2]?.status == .connected)
        }
    }

    @Test("a repeated swap changes nothing, and a late one from before the next is refused")
    func repeats() {
        var bench = Self.two
        let there = Self.swap(Self.second, for: Self.first)
        #expect(bench.send(there).refusal == nil)
        let before = bench.activeCalls.calls
        #expect(bench.send(there) == .init(lines: [], refusal: nil))
        #expect(bench.activeCalls.calls == before)
        // Without naming the call to resume, a second one cannot be held.
        #expect(bench.send(.hold(Self.first, by: Cast.bob)) == .init(lines: [], refusal: .alreadyInCall))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: CallRefusal
        var events: [CallEngineEvent] = []
        var event = SwapTests.swap(SwapTests.second, for: SwapTests.first)
    }

    static let refusals = [
        Refusal(testDescription: "held call over", reason: .over, events: [.end(first, by: Cast.alice)]),
        Refusal(testDescription: "running call over", reason: .over, events: [.end(second, by: Cast.carol)]),
        Refusal(testDescription: "held call unknown", reason: .notFound, event: swap(second, for: 77)),
        Refusal(testDescription: "running call unknown", reason: .notFound, event: swap(77, for: first)),
        Refusal(testDescription: "same call", reason: .notInCall, event: swap(second, for: second)),
        Refusal(
            testDescription: "other device", reason: .notInCall, event: swap(second, for: first, by: Cast.bob2)),
        Refusal(
            testDescription: "other person", reason: .notFound, event: swap(second, for: first, by: Cast.alice)),
        Refusal(
            testDescription: "signed-out device", reason: .over, events: [.deviceRemoved(Cast.bob)]),
    ]

    @Test("a refused swap changes nothing: the running call goes on", arguments: refusals)
    func refuses(_ row: Refusal) {
        var bench = Self.two
        for event in row.events { _ = bench.send(event) }
        let before = bench.activeCalls.calls
        #expect(bench.send(row.event) == .init(lines: [], refusal: row.reason))
        #expect(bench.activeCalls.calls == before)
    }

    @Test("a call that still rings cannot be resumed, and a call cannot be swapped for one that is not on hold")
    func needsHold() {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.send(
            .update(Self.first, UpdateParticipantRequest(callId: nil, userId: nil, takesCalls: true), by: Cast.bob))
        _ = bench.start(id: Self.second, room: 78, by: Cast.carol, callees: [2])
        #expect(bench.send(Self.swap(Self.first, for: Self.second)) == .init(lines: [], refusal: .notInCall))
        #expect(Self.held(bench) == [])
    }

    @Test("the key host of the running call hands the keys over as on any hold, and gets none back")
    func keyHost() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(
            .update(Self.first, UpdateParticipantRequest(callId: nil, userId: nil, takesCalls: true), by: Cast.alice))
        _ = bench.start(id: Self.second, room: 78, by: Cast.dave, callees: [1])
        _ = bench.send(.hold(Self.first, by: Cast.alice))
        #expect(bench.keyHost == 2)
        _ = bench.send(.join(Self.second, by: Cast.alice))
        let swapped = bench.send(Self.swap(Self.second, for: Self.first, by: Cast.alice))
        #expect(!swapped.lines.contains { $0.hasPrefix("handover_host") } && bench.keyHost == 2)
        #expect(bench.activeCalls.calls[Self.second]?.keyHost == 4)
    }

    @Test("who resumes a call in which sixteen are unmuted is muted, and says so to the others")
    func mutes() {
        var limits = ActiveCalls.Limits()
        limits.unmuted = 2
        var bench = ActiveCallsBench(
            limits: limits, online: [Cast.alice, Cast.bob, Cast.carol, Cast.dave, Cast.erin])
        _ = bench.start(callees: [2])
        _ = bench.send(.join(Self.first, by: Cast.bob))
        _ = bench.send(
            .update(Self.first, UpdateParticipantRequest(callId: nil, userId: nil, takesCalls: true), by: Cast.bob))
        _ = bench.start(id: Self.second, room: 78, by: Cast.carol, callees: [2])
        _ = bench.send(.hold(Self.first, by: Cast.bob))
        _ = bench.send(.join(Self.second, by: Cast.bob))
        // Bob's place among those who are heard is taken meanwhile.
        _ = bench.invite([4], by: Cast.alice)
        _ = bench.send(.join(Self.first, by: Cast.dave))
        _ = bench.send(Self.swap(Self.second, for: Self.first))
        #expect(bench.activeCalls.calls[Self.first]?[2]?.isMuted == true)
    }

    @Test("each hold counts ten minutes of its own; who misses them has left that call alone")
    func timesOut() {
        var bench = Self.two
        #expect(bench.tick(after: 599) == [])
        _ = bench.send(Self.swap(Self.second, for: Self.first))
        #expect(bench.tick(after: 599) == [])
        #expect(bench.tick(after: 1) == ["call_ended → 31", "end room 78", "call_ended → 21"])
        #expect(bench.activeCalls.calls(of: 2).map(\.id) == [Self.first])
    }

    @Test("a held call that ends leaves the running one alone, whichever was held first", arguments: [false, true])
    func ends(isSwapped: Bool) {
        var bench = Self.two
        if isSwapped { _ = bench.send(Self.swap(Self.second, for: Self.first)) }
        let (held, running, other) =
            isSwapped ? (Self.second, Self.first, Cast.carol) : (Self.first, Self.second, Cast.alice)
        #expect(bench.send(.end(held, by: other)).lines.first == "call_ended → 21")
        #expect(bench.activeCalls.calls(of: 2).map(\.id) == [running])
        #expect(bench.activeCalls.call(on: Cast.bob)?.id == running)
    }

    @Test("both sides can have the same call on hold, and return in any order")
    func bothHold() {
        var bench = Self.two
        _ = bench.send(.hold(Self.first, by: Cast.alice))
        _ = bench.send(Self.swap(Self.second, for: Self.first))
        #expect(bench.activeCalls.calls[Self.first]?.inCall.map(\.isOnHold) == [true, false])
        #expect(!bench.tick(after: 61).contains { $0.hasPrefix("call_ended") }, "bob waits for alice")
        #expect(bench.send(.join(Self.first, by: Cast.alice)).refusal == nil)
        #expect(bench.activeCalls.calls[Self.first]?.inCall.map(\.isOnHold) == [false, false])
    }

    @Test("while a call is on hold, the user's other devices come into no other call, as its device can return")
    func otherDevice() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(Self.first, by: Cast.bob))
        _ = bench.start(id: Self.second, room: 78, by: Cast.dave, callees: [2])
        _ = bench.send(.join(Self.second, by: Cast.bob))
        _ = bench.send(.hold(Self.second, by: Cast.bob))
        #expect(bench.send(.requestRejoin(Self.first, by: Cast.bob2)).refusal == .alreadyInCall)
        #expect(bench.send(.requestRejoin(Self.first, by: Cast.bob)).refusal == nil)
        #expect(bench.send(.rejoin(Self.first, by: Cast.bob)).refusal == nil)
        #expect(bench.send(Self.swap(Self.first, for: Self.second)).refusal == nil)
        #expect(bench.activeCalls.call(on: Cast.bob)?.id == Self.second)
    }

    @Test("a device that is away resumes as away, and has a minute to come back")
    func away() {
        var bench = Self.two
        _ = bench.send(.sessionClosed(Cast.bob))
        _ = bench.send(Self.swap(Self.second, for: Self.first))
        #expect(bench.activeCalls.calls[Self.first]?[2]?.awaySince == bench.now)
        #expect(bench.tick(after: 60).contains("call_ended → 11"))
        #expect(bench.activeCalls.calls(of: 2).map(\.id) == [Self.second], "which is on hold for longer")
    }

    @Test("the next server finds the calls as the swap left them, and takes its repetition")
    func restores() {
        var bench = Self.two
        _ = bench.send(Self.swap(Self.second, for: Self.first))
        var board = ActiveCalls()
        for stored in bench.activeCalls.calls.values.sorted(by: { $0.id < $1.id }) {
            board.restore(stored, now: bench.now)
        }
        #expect(board.calls(of: 2).map(\.id) == [Self.first, Self.second])
        let swapped = board.handle(Self.swap(Self.second, for: Self.first), now: bench.now)
        #expect(swapped.refusal == nil && swapped.effects.isEmpty)
    }
}
