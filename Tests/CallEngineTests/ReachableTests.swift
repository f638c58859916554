import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// The reconnecting status and its timeouts (wire-protocol 4.8).
@Suite("Reachable participants", .timeLimit(.minutes(1)))
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
        let message = E2EESignal(call: call, kind: kind, content: .body("join"), sender: nil, senderDevice: nil)
        _ = bench.activeCalls.relay(.e2ee(message), from: Cast.bob, now: bench.now)
    }

    @Test("a participant without received audio is reconnecting, and connected once it arrives")
    func silence() {
        var bench = Self.publishing
        #expect(bench.send(audio(false)).lines == ["participant_updated 2 reconnecting → 11"])
        #expect(bench.send(audio(false)).lines.isEmpty, "once")
        #expect(bench.tick(after: 300).isEmpty, "its device decides how long that may last")
        #expect(bench.send(audio(true)).lines == ["participant_updated 2 connected → 11"])
    }

    @Test("the audio of another feed, room or device is ignored")
    func others() {
        var bench = Self.publishing
        #expect(bench.send(audio(false, feed: 6)).lines.isEmpty)
        #expect(bench.send(audio(false, by: Cast.bob2)).lines.isEmpty)
        #expect(bench.send(.feedAudio(5, in: 78, by: Cast.bob, isReceived: false)).lines.isEmpty)
    }

    @Test("neither a returning session without audio nor another participant's report is enough")
    func both() {
        var bench = Self.publishing
        _ = bench.send(audio(false))
        #expect(bench.send(.sessionClosed(21)).lines.isEmpty, "it is known")
        #expect(bench.send(.sessionOpened(21)).lines.isEmpty)
        let claim = UpdateParticipantRequest(callId: nil, userId: 2, status: .connected)
        #expect(bench.send(.update(call, claim, by: Cast.alice)).lines.isEmpty)
        #expect(bench.send(audio(true)).lines == ["participant_updated 2 connected → 11"])
    }

    @Test("audio does not make a participant without a session connected")
    func away() {
        var bench = Self.publishing
        _ = bench.send(audio(false))
        _ = bench.send(.sessionClosed(21))
        #expect(bench.send(audio(true)).lines.isEmpty)
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
    }

    @Test("a new feed clears the silence of the previous one")
    func anew() {
        var bench = Self.publishing
        _ = bench.send(audio(false))
        _ = bench.send(.feedPublished(6, in: 77, by: Cast.bob))
        #expect(bench.send(audio(false)).lines.isEmpty, "of the feed before")
        let own = UpdateParticipantRequest(callId: nil, userId: 2, status: .connected)
        #expect(bench.send(.update(call, own, by: Cast.bob)).lines == ["participant_updated 2 connected → 11"])
    }

    @Test("a participant who announces a leave only to the others has left after 15 s")
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

    @Test("another join cancels the leave")
    func returns() {
        var bench = Self.publishing
        leave(&bench)
        _ = bench.send(.sessionClosed(21))
        leave(&bench, .join)
        #expect(bench.send(.sessionOpened(21)).lines == ["participant_updated 2 connected → 11"])
        #expect(bench.tick(after: 600).isEmpty)
    }

    @Test(
        "a participant who closes the page has left after 15 s, unless a session opens; another device's page is ignored"
    )
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

    @Test("a leave that arrives after the end of the session counts as if it came before")
    func leavesLate() {
        var bench = Self.publishing
        leave(&bench, .join)
        #expect(bench.send(.sessionClosed(21)).lines == ["participant_updated 2 reconnecting → 11"])
        let decision = bench.activeCalls.leave(call, join: "join", leave: "l", by: Cast.bob, now: bench.now)
        guard case .spread(let deliveries) = decision else { return _ = Issue.record("\(decision)") }
        #expect(deliveries.map(\.devices) == [[Cast.alice]])
        #expect(bench.tick(after: 14).isEmpty)
        #expect(bench.tick(after: 1) == ["call_ended → 11", "end room 77"])
    }

    @Test("a leave of an earlier entry or from elsewhere has no effect; without a stored join it counts")
    func staleLeave() {
        var bench = Self.publishing
        leave(&bench, .join)
        func decision(_ join: String, _ sender: DeviceIdentity, _ id: CallID? = nil) -> RelayDecision {
            bench.activeCalls.leave(id ?? call, join: join, leave: "l", by: sender, now: bench.now)
        }
        #expect(decision("older", Cast.bob) == .drop(.noCall))
        #expect(bench.activeCalls.e2eeMessages(for: Cast.alice)?.messages.count == 1, "the join stands")
        #expect(decision("join", Cast.bob2) == .drop(.senderNotInCall))
        #expect(decision("join", Cast.dave) == .drop(.noCall) && decision("join", Cast.bob, 901) == .drop(.noCall))
        #expect(decision("join", Cast.bob) != .drop(.noCall))
        // A repetition has no further effect.
        #expect(decision("join", Cast.bob) != .drop(.noCall))
        #expect(bench.tick(after: 15).last == "end room 77")
    }

    @Test("a participant of three who leaves this way is gone after 15 s, and the call continues")
    func three() {
        var bench = ActiveCallsBench.connectedThree
        leave(&bench)
        _ = bench.send(.sessionClosed(21))
        #expect(bench.tick(after: 15).contains("participant_left 2 → 11"))
        #expect(bench.activeCalls.calls[call] != nil)
    }
}
