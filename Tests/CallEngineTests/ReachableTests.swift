import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// Who is said to reconnect, and for how long (wire-protocol 4.8).
@Suite("Whom the others reach", .timeLimit(.minutes(1)))
struct ReachableTests {
    private let call = ActiveCallsBench.call

    /// Alice and bob, who publishes as feed 5.
    private static var publishing: ActiveCallsBench {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.send(.feedPublished(5, in: 77, by: Cast.bob))
        return bench
    }

    private func audio(_ isReceived: Bool, feed: FeedID = 5, by device: DeviceIdentity = Cast.bob) -> CallEngineEvent {
        .feedAudio(feed, in: 77, by: device, isReceived: isReceived)
    }

    private func leave(_ bench: inout ActiveCallsBench, _ kind: E2EEKind = .leave) {
        let text = E2EESignal(call: call, kind: kind, content: .body("text"), sender: nil, senderDevice: nil)
        _ = bench.activeCalls.relay(.e2ee(text), from: Cast.bob, now: bench.now)
    }

    @Test("whose audio Janus receives no more reconnects, and is back once it comes")
    func silence() {
        var bench = Self.publishing
        #expect(bench.send(audio(false)).lines == ["participant_updated 2 reconnecting → 11"])
        #expect(bench.send(audio(false)).lines.isEmpty, "once")
        #expect(bench.tick(after: 300).isEmpty, "its device decides how long that may last")
        #expect(bench.send(audio(true)).lines == ["participant_updated 2 connected → 11"])
    }

    @Test("the audio of another feed, room or device says nothing")
    func others() {
        var bench = Self.publishing
        #expect(bench.send(audio(false, feed: 6)).lines.isEmpty)
        #expect(bench.send(audio(false, by: Cast.bob2)).lines.isEmpty)
        #expect(bench.send(.feedAudio(5, in: 78, by: Cast.bob, isReceived: false)).lines.isEmpty)
    }

    @Test("a session that returns while no audio comes is not enough, nor what somebody else says")
    func both() {
        var bench = Self.publishing
        _ = bench.send(audio(false))
        #expect(bench.send(.sessionClosed(21)).lines.isEmpty, "it is known")
        #expect(bench.send(.sessionOpened(21)).lines.isEmpty)
        let claim = UpdateParticipantRequest(callId: nil, userId: 2, status: .connected)
        #expect(bench.send(.update(call, claim, by: Cast.alice)).lines.isEmpty)
        #expect(bench.send(audio(true)).lines == ["participant_updated 2 connected → 11"])
    }

    @Test("audio does not bring back whose session is away")
    func away() {
        var bench = Self.publishing
        _ = bench.send(audio(false))
        _ = bench.send(.sessionClosed(21))
        #expect(bench.send(audio(true)).lines.isEmpty)
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
    }

    @Test("on a new way of media the silence of the one before is over")
    func anew() {
        var bench = Self.publishing
        _ = bench.send(audio(false))
        _ = bench.send(.feedPublished(6, in: 77, by: Cast.bob))
        #expect(bench.send(audio(false)).lines.isEmpty, "of the feed before")
        let own = UpdateParticipantRequest(callId: nil, userId: 2, status: .connected)
        #expect(bench.send(.update(call, own, by: Cast.bob)).lines == ["participant_updated 2 connected → 11"])
    }

    @Test("who says only to the others that it leaves has left after 15 s")
    func leaves() {
        var bench = Self.publishing
        leave(&bench)
        #expect(bench.send(.sessionClosed(21)).lines == ["participant_updated 2 reconnecting → 11"])
        bench.advance(5)
        #expect(bench.send(.sessionOpened(21)).lines.isEmpty, "without another join it is not back")
        #expect(bench.tick(after: 9).isEmpty)
        let outcome = bench.send(.tick)
        #expect(outcome.lines.isEmpty)
        #expect(bench.tick(after: 1) == ["call_ended → 11", "end room 77"])
    }

    @Test("another join takes the leave back")
    func returns() {
        var bench = Self.publishing
        leave(&bench)
        _ = bench.send(.sessionClosed(21))
        leave(&bench, .join)
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
        #expect(bench.tick(after: 600).isEmpty)
    }

    @Test("who closes the page has left after 15 s, unless a session comes; of another device it says nothing")
    func goes() {
        var bench = Self.publishing
        #expect(bench.send(.sessionGoing(21)).lines.isEmpty)
        #expect(bench.send(.sessionClosed(21)).lines == ["participant_updated 2 reconnecting → 11"])
        bench.advance(14)
        // The page was reloaded.
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
        #expect(bench.tick(after: 600).isEmpty)
        #expect(bench.send(.sessionGoing(Cast.bob2)).lines.isEmpty)
        #expect(bench.tick(after: 600).isEmpty)
        _ = bench.send(.sessionGoing(21))
        _ = bench.send(.sessionClosed(21))
        #expect(bench.tick(after: 14).isEmpty)
        let outcome = bench.tick(after: 1)
        #expect(outcome == ["call_ended → 11", "end room 77"])
    }

    @Test("a leave that comes when the session has ended already counts as one that came before")
    func leavesLate() {
        var bench = Self.publishing
        leave(&bench, .join)
        #expect(bench.send(.sessionClosed(21)).lines == ["participant_updated 2 reconnecting → 11"])
        let decision = bench.activeCalls.leave(call, join: "text", leave: "l", by: Cast.bob, now: bench.now)
        guard case .spread(let deliveries) = decision else { return _ = Issue.record("\(decision)") }
        #expect(deliveries.map(\.devices) == [[Cast.alice]])
        #expect(bench.tick(after: 14).isEmpty)
        #expect(bench.tick(after: 1) == ["call_ended → 11", "end room 77"])
    }

    @Test("a leave of an entry before has no effect, nor one from elsewhere; where no join is kept it counts")
    func staleLeave() {
        var bench = Self.publishing
        leave(&bench, .join)
        func decision(_ join: String, _ sender: DeviceIdentity, _ id: CallID? = nil) -> RelayDecision {
            bench.activeCalls.leave(id ?? call, join: join, leave: "l", by: sender, now: bench.now)
        }
        #expect(decision("older", Cast.bob) == .drop(.noCall))
        #expect(bench.activeCalls.texts(for: Cast.alice)?.texts.count == 1, "the join stands")
        #expect(decision("text", Cast.bob2) == .drop(.senderNotInCall))
        #expect(decision("text", Cast.dave) == .drop(.noCall) && decision("text", Cast.bob, 901) == .drop(.noCall))
        #expect(decision("text", Cast.bob) != .drop(.noCall))
        // Twice is once.
        #expect(decision("text", Cast.bob) != .drop(.noCall))
        #expect(bench.tick(after: 15).last == "end room 77")
    }

    @Test("of three the one who left so is gone after 15 s and the call goes on")
    func three() {
        var bench = ActiveCallsBench.connectedThree
        leave(&bench)
        _ = bench.send(.sessionClosed(21))
        #expect(bench.tick(after: 15).contains("participant_left 2 → 11"))
        #expect(bench.activeCalls.calls[call] != nil)
    }
}
