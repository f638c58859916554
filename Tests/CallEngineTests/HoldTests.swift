import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("A second call", .timeLimit(.minutes(1)))
struct HoldTests {
    private let call = ActiveCallsBench.call
    private let second: CallID = 901

    /// Alice and bob talk; bob's device can show another ringing call.
    private var pair: ActiveCallsBench {
        var bench = ActiveCallsBench.connectedPair
        let able = UpdateParticipantRequest(callId: nil, userId: nil, takesCalls: true)
        let told = bench.send(.update(call, able, by: Cast.bob))
        #expect(told == .init(lines: [], refusal: nil), "it is nothing that alice hears of")
        return bench
    }

    private func ring(_ bench: inout ActiveCallsBench) -> ActiveCallsBench.Result {
        bench.start(id: second, room: 78, by: Cast.carol, callees: [2])
    }

    @Test(
        "a second call rings only on the device in the call, if it can show it; a third one finds the line busy")
    func rings() {
        var bench = pair
        #expect(ring(&bench) == .init(lines: ["ring key-21 → 21"], refusal: nil))
        let third = bench.start(id: 902, room: 79, by: Cast.dave, callees: [2])
        #expect(third.refusal == .allCalleesBusy)
        let elsewhere = bench.send(.join(second, by: Cast.bob2))
        #expect(elsewhere.refusal == .notInCall)
        let declined = bench.send(.end(second, by: Cast.bob))
        #expect(declined.lines == ["participant_rejected 2 → 31", "call_ended → 31", "end room 78"])
        #expect(bench.status(2) == .connected)
    }

    @Test(
        "a second call does not ring if the device cannot show it, is away, or has one on hold",
        arguments: ["cannot", "away", "holds", "rings"])
    func busy(why: String) {
        var bench = why == "cannot" ? .connectedPair : pair
        switch why {
        case "away": _ = bench.send(.sessionClosed(Cast.bob))
        case "holds": _ = bench.send(.hold(call, by: Cast.bob))
        case "rings":
            _ = bench.send(.end(call, by: Cast.bob))
            _ = bench.start(id: 903, room: 80, by: Cast.dave, callees: [2])
        default: break
        }
        #expect(ring(&bench) == .init(lines: [], refusal: .allCalleesBusy))
    }

    @Test("answering without holding the first call ends that one")
    func endAndAnswer() {
        var bench = pair
        _ = ring(&bench)
        let joined = bench.send(.join(second, by: Cast.bob))
        #expect(joined.refusal == nil)
        #expect(joined.lines.starts(with: ["call_ended → 11", "end room 77"]))
        #expect(joined.lines.contains("participant_joined 2 → 31"))
        #expect(bench.activeCalls.calls.keys.sorted() == [second])
    }

    @Test("holding the first call notifies alice, who waits; joining again resumes it")
    func holdAndAnswer() {
        var bench = pair
        _ = ring(&bench)
        #expect(bench.send(.hold(call, by: Cast.bob)).lines == ["participant_updated 2 reconnecting → 11"])
        #expect(bench.send(.hold(call, by: Cast.bob)).lines == [], "once")
        let late = UpdateParticipantRequest(callId: nil, userId: nil, status: .connected)
        #expect(bench.send(.update(call, late, by: Cast.bob)).lines == [], "said before, and late")
        #expect(bench.status(2) == .reconnecting)
        #expect(bench.send(.join(second, by: Cast.bob)).refusal == nil)
        #expect(
            bench.activeCalls.call(of: 2)?.id == second && bench.activeCalls.calls(of: 2).map(\.id) == [second, call])
        for person in [Cast.bob, Cast.carol] {
            _ = bench.send(
                .update(second, UpdateParticipantRequest(callId: nil, userId: nil, status: .connected), by: person))
        }
        // Whatever happens to its session, the call stays on hold.
        _ = bench.send(.sessionClosed(Cast.bob))
        _ = bench.send(.sessionOpened(Cast.bob))
        #expect(bench.tick(after: 500) == [])
        #expect(bench.activeCalls.calls[call]?[2]?.isOnHold == true)
        // There cannot be a second one on hold.
        #expect(bench.send(.hold(second, by: Cast.bob)).refusal == .alreadyInCall)
        _ = bench.send(.end(second, by: Cast.carol))
        #expect(bench.activeCalls.call(of: 2)?.id == call)
        let back = bench.send(.join(call, by: Cast.bob))
        #expect(back == .init(lines: ["participant_updated 2 accepted → 11"], refusal: nil))
        #expect(bench.status(2) == .accepted && bench.activeCalls.calls[call]?[2]?.isOnHold == false)
    }

    @Test("a held call times out, and ends for both when the other hangs up")
    func ends() {
        var bench = pair
        _ = bench.send(.hold(call, by: Cast.bob))
        #expect(bench.tick(after: 599) == [])
        #expect(bench.tick(after: 1) == ["call_ended → 11", "end room 77", "call_ended → 21"])
        bench = pair
        _ = bench.send(.hold(call, by: Cast.bob))
        let hungUp = bench.send(.end(call, by: Cast.alice)).lines
        #expect(hungUp == ["call_ended → 21", "end room 77"])
    }

    @Test("a user who is not in the call, or on another device, cannot hold it")
    func refused() {
        var bench = pair
        #expect(bench.send(.hold(call, by: Cast.carol)).refusal == .notFound)
        #expect(bench.send(.hold(call, by: Cast.bob2)).refusal == .notInCall)
        #expect(bench.send(.hold(77, by: Cast.bob)).refusal == .notFound)
        #expect(bench.activeCalls.calls[call]?[2]?.isOnHold == false)
    }

    @Test("both calls are restored after a restart of the server")
    func restored() {
        var bench = pair
        _ = ring(&bench)
        _ = bench.send(.hold(call, by: Cast.bob))
        _ = bench.send(.join(second, by: Cast.bob))
        var board = ActiveCalls()
        for stored in bench.activeCalls.calls.values.sorted(by: { $0.id < $1.id }) {
            board.restore(stored, now: bench.now)
        }
        #expect(board.calls(of: 2).map(\.id) == [second, call])
        #expect(board.calls[call]?[2]?.isOnHold == true)
    }
}
