import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("Key host and relayed signals", .timeLimit(.minutes(1)))
struct KeyHostTests {
    private let call = ActiveCallsBench.call

    // MARK: - Hand-over (wire-protocol 4.6)

    @Test("the hand-over is signalled at once and again after 2 s")
    func repeats() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.alice))
        #expect(bench.keyHost == 2)
        #expect(bench.tick(after: 1).isEmpty)
        #expect(bench.tick(after: 1) == ["handover_host 2 → 21", "handover_host 2 → 31"])
        #expect(bench.tick(after: 10).isEmpty)
    }

    @Test("if the host's socket closes, the longest joined with a live one takes over at once")
    func socketCloses() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.sessionClosed(21))
        let lines = bench.send(.sessionClosed(11)).lines
        #expect(lines.contains("handover_host 3 → 31"))
        #expect(bench.keyHost == 3)
        // The old host comes back as an ordinary participant.
        _ = bench.send(.sessionOpened(11))
        #expect(bench.keyHost == 3)
    }

    @Test("without a live socket, the next one to come back takes over")
    func nobodyLive() {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.send(.sessionClosed(21))
        _ = bench.send(.sessionClosed(11))
        #expect(bench.keyHost == 1)
        #expect(bench.send(.sessionOpened(21)).lines.contains("handover_host 2 → 21"))
        #expect(bench.keyHost == 2)
    }

    @Test(
        "a host that does not rotate within 1 s of a leave loses the role; one that does keeps it",
        arguments: [true, false])
    func rotation(rotates: Bool) {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.carol))
        if rotates {
            let decision = bench.activeCalls.relay(rotation(to: Cast.bob), from: Cast.alice, now: bench.now)
            #expect(decision != .drop(.senderNotKeyHost))
        }
        let lines = bench.tick(after: 1)
        #expect(lines == (rotates ? [] : ["handover_host 2 → 11", "handover_host 2 → 21"]))
    }

    // MARK: - Relay (wire-protocol 3.4, 3.6)

    private func rotation(to target: DeviceIdentity) -> Signal { signal(.keyRotation, to: target) }

    private func signal(
        _ kind: SignalKind, to target: DeviceIdentity?, call: CallID? = ActiveCallsBench.call
    ) -> Signal {
        .sample(kind, call: call ?? ActiveCallsBench.call).rerouted {
            $0 = SignalRoute(call: call, user: target?.user, device: target?.device, sender: 999, senderDevice: 998)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: SignalKind
        let from: DeviceIdentity
        let to: DeviceIdentity?
        var call: CallID? = ActiveCallsBench.call
        let drop: RelayDrop?
    }

    @Test(
        "only the permitted senders and addressees are relayed",
        arguments: [
            Row(testDescription: "host rotates", kind: .keyRotation, from: Cast.alice, to: Cast.bob, drop: nil),
            Row(testDescription: "host answers", kind: .sendAESKey, from: Cast.alice, to: Cast.carol, drop: nil),
            Row(
                testDescription: "a participant asks the host", kind: .requestAESKey, from: Cast.bob, to: Cast.alice,
                drop: nil),
            Row(
                testDescription: "asking without call", kind: .requestAESKey, from: Cast.bob, to: Cast.alice, call: nil,
                drop: nil),
            Row(
                testDescription: "answering without call", kind: .sendAESKey, from: Cast.alice, to: Cast.bob, call: nil,
                drop: nil),
            Row(
                testDescription: "rotating without call", kind: .keyRotation, from: Cast.alice, to: Cast.bob, call: nil,
                drop: .noCall),
            Row(
                testDescription: "a participant rotates", kind: .keyRotation, from: Cast.bob, to: Cast.alice,
                drop: .senderNotKeyHost),
            Row(
                testDescription: "a participant answers", kind: .sendAESKey, from: Cast.bob, to: Cast.carol,
                drop: .senderNotKeyHost),
            Row(
                testDescription: "asking another participant", kind: .requestAESKey, from: Cast.bob, to: Cast.carol,
                drop: .addresseeNotKeyHost),
            Row(
                testDescription: "the host's other device", kind: .keyRotation, from: Cast.alice2, to: Cast.bob,
                drop: .senderNotInCall),
            Row(
                testDescription: "to another device", kind: .keyRotation, from: Cast.alice, to: Cast.bob2,
                drop: .addresseeNotInCall),
            Row(
                testDescription: "to a stranger", kind: .keyRotation, from: Cast.alice, to: Cast.dave,
                drop: .addresseeNotInCall),
            Row(
                testDescription: "from a stranger", kind: .requestAESKey, from: Cast.dave, to: Cast.alice, drop: .noCall
            ),
            Row(
                testDescription: "another call", kind: .keyRotation, from: Cast.alice, to: Cast.bob, call: 5,
                drop: .noCall),
            Row(testDescription: "to itself", kind: .sendAESKey, from: Cast.alice, to: Cast.alice, drop: .toSelf),
            Row(testDescription: "to no one", kind: .keyRotation, from: Cast.alice, to: nil, drop: .noAddressee),
            Row(
                testDescription: "the server's own", kind: .callEnded, from: Cast.alice, to: Cast.bob, drop: .notRelayed
            ),
            Row(
                testDescription: "an invitation", kind: .callInvitation, from: Cast.alice, to: Cast.dave,
                drop: .notRelayed),
        ])
    func relays(_ row: Row) {
        var bench = ActiveCallsBench.connectedThree
        let sent = signal(row.kind, to: row.to, call: row.call)
        let decision = bench.activeCalls.relay(sent, from: row.from, now: bench.now)
        if let drop = row.drop { return #expect(decision == .drop(drop)) }
        guard case .deliver(let relayed, let device) = decision else {
            Issue.record("dropped: \(decision)")
            return
        }
        #expect(device == row.to)
        #expect(relayed == sent.sent(by: row.from).rerouted { $0.call = call })
    }

    private func relayed(_ bench: inout ActiveCallsBench) -> RelayDecision {
        bench.activeCalls.relay(rotation(to: Cast.bob), from: Cast.alice, now: bench.now)
    }

    @Test("ringing and former participants get no keys")
    func notJoined() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: [2, 3])
        #expect(relayed(&bench) == .drop(.addresseeNotInCall))
        _ = bench.send(.join(call, by: Cast.bob))
        #expect(relayed(&bench) != .drop(.addresseeNotInCall))
        _ = bench.send(.join(call, by: Cast.carol))
        _ = bench.send(.end(call, by: Cast.bob))
        #expect(relayed(&bench) == .drop(.addresseeNotInCall))
    }

    // MARK: - Relevance (3.3, 4.9)

    @Test("a queued signal that is no longer relevant is dropped")
    func relevance() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        let board = bench.activeCalls
        #expect(board.isRelevant(signal(.callInvitation, to: nil), for: 21))
        #expect(!board.isRelevant(signal(.callInvitation, to: nil), for: 31))
        #expect(!board.isRelevant(signal(.keyRotation, to: nil), for: 21))
        // An old call's end must not end the new one.
        #expect(!board.isRelevant(signal(.callEnded, to: nil, call: 5), for: 21))
        #expect(board.isRelevant(signal(.callEnded, to: nil, call: 5), for: 31))
        _ = bench.send(.join(call, by: Cast.bob))
        #expect(!bench.activeCalls.isRelevant(signal(.callInvitation, to: nil), for: 22))
        #expect(bench.activeCalls.isRelevant(signal(.callCancelled, to: nil), for: 22))
        #expect(bench.activeCalls.isRelevant(signal(.keyRotation, to: nil), for: 21))
    }

    @Test("a queued leave is relevant to participants while the call lasts and the leaver is not back")
    func leaveIsRelevant() {
        var bench = ActiveCallsBench.connectedThree
        let left = Signal.sample(.participantLeft, call: call, user: Cast.carol.user)
        #expect(!bench.activeCalls.isRelevant(left, for: 21))
        _ = bench.send(.end(call, by: Cast.carol))
        #expect(bench.activeCalls.isRelevant(left, for: 21))
        #expect(!bench.activeCalls.isRelevant(left, for: 31))
        #expect(!bench.activeCalls.isRelevant(left, for: 41))
        let other = Signal.sample(.participantLeft, call: 5, user: Cast.carol.user)
        #expect(!bench.activeCalls.isRelevant(other, for: 21))
        _ = bench.send(.end(call, by: Cast.alice))
        #expect(!bench.activeCalls.isRelevant(left, for: 21))
    }
}
