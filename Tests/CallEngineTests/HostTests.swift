import ECallAPI
import Foundation
import TestSupport
import Testing

@testable import CallEngine

/// The host's requests: asking participants to mute, and removing them. Alice is the host.
@Suite("The host", .timeLimit(.minutes(1)))
struct HostTests {
    private let call = ActiveCallsBench.call

    private func mute(_ isMuted: Bool, by device: DeviceIdentity) -> CallEngineEvent {
        .update(call, UpdateParticipantRequest(callId: nil, userId: nil, isMuted: isMuted), by: device)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var by = Cast.alice
        var user: UserID = 2
        var id = ActiveCallsBench.call
        let refusal: CallRefusal
    }

    @Test(
        "only the host can, and only for others in the call",
        arguments: [
            Row(testDescription: "another participant", by: Cast.carol, refusal: .notHost),
            Row(testDescription: "oneself, as another", by: Cast.carol, user: 3, refusal: .notHost),
            Row(testDescription: "another device", by: Cast.alice2, refusal: .notInCall),
            Row(testDescription: "a stranger", by: Cast.erin, refusal: .notFound),
            Row(testDescription: "oneself", user: 1, refusal: .unknownParticipant),
            Row(testDescription: "a person outside the call", user: 5, refusal: .unknownParticipant),
            Row(testDescription: "no one", user: 0, refusal: .unknownParticipant),
            Row(testDescription: "another call", id: 901, refusal: .notFound),
        ])
    func refused(row: Row) {
        for event in [
            CallEngineEvent.askToMute(row.id, row.user, by: row.by), .remove(row.id, row.user, by: row.by),
        ] {
            var bench = ActiveCallsBench.connectedThree
            let before = bench.activeCalls.calls
            let outcome = bench.send(event)
            #expect(outcome.refusal == row.refusal && outcome.lines.isEmpty)
            #expect(bench.activeCalls.calls == before)
        }
    }

    @Test("a host who has left has no rights, and regains them on return")
    func left() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.alice))
        #expect(bench.send(.remove(call, 2, by: Cast.alice)).refusal == .notInCall)
        _ = bench.send(.requestRejoin(call, by: Cast.alice))
        _ = bench.send(.rejoin(call, by: Cast.alice))
        #expect(bench.send(.remove(call, 2, by: Cast.alice)).refusal == nil)
    }

    // MARK: - Asking to mute

    @Test("a request to mute names its sender, and mutes no one by itself")
    func asks() {
        var bench = ActiveCallsBench.connectedThree
        let outcome = bench.activeCalls.handle(.askToMute(call, 2, by: Cast.alice), now: bench.now)
        #expect(outcome.effects == [.deliver(.muteRequested(HostNotice(call: call, host: 1)), to: [Cast.bob])])
        #expect(bench.activeCalls.calls[call]?[2]?.isMuted == false)
        _ = bench.send(mute(true, by: Cast.bob))
        #expect(bench.send(.askToMute(call, 2, by: Cast.alice)).lines.isEmpty, "who is muted is not asked")
    }

    @Test("ringing callees, and participants who have left or hold the call, are not asked")
    func asksNobody() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.hold(call, by: Cast.carol))
        #expect(bench.send(.askToMute(call, 3, by: Cast.alice)) == .init(lines: [], refusal: nil))
        _ = bench.send(.end(call, by: Cast.bob))
        #expect(bench.send(.askToMute(call, 2, by: Cast.alice)).refusal == .unknownParticipant)
        _ = bench.invite([2], by: Cast.alice)
        #expect(bench.send(.askToMute(call, 2, by: Cast.alice)).refusal == .unknownParticipant)
    }

    // MARK: - Removing

    @Test("the removed participant is notified, the others get the reason, and the device's handles are detached")
    func removes() {
        var bench = ActiveCallsBench.connectedThree
        let outcome = bench.activeCalls.handle(.remove(call, 3, by: Cast.alice), now: bench.now)
        #expect(
            outcome.effects.flatMap(ActiveCallsBench.lines) == [
                "removed_from_call → 31", "call_ended → 31", "participant_left 3 → 11", "participant_left 3 → 21",
                "expel 31 from 77",
            ])
        let signals = outcome.effects.compactMap(\.addressed?.signal)
        #expect(signals.first == .removedFromCall(HostNotice(call: call, host: 1)))
        #expect(signals.map(\.reason) == [nil, .removed, .removed])
        #expect(bench.activeCalls.calls[call]?.rotationDueAt != nil, "the keys change")
        #expect(bench.activeCalls.calls[call]?.inCall.map(\.user) == [1, 2])
        #expect(bench.send(.remove(call, 3, by: Cast.alice)) == .init(lines: [], refusal: nil), "once more is nothing")
    }

    @Test("a participant who leaves voluntarily is not reported as removed")
    func leaves() {
        var bench = ActiveCallsBench.connectedThree
        let outcome = bench.activeCalls.handle(.end(call, by: Cast.carol), now: bench.now)
        let reasons = outcome.effects.compactMap { $0.addressed?.signal.reason }
        #expect(reasons.isEmpty)
    }

    @Test("removing the last other participant ends the call, with another reason for the host")
    func removesLast() {
        var bench = ActiveCallsBench.connectedPair
        let outcome = bench.activeCalls.handle(.remove(call, 2, by: Cast.alice), now: bench.now)
        #expect(
            outcome.effects.flatMap(ActiveCallsBench.lines) == [
                "removed_from_call → 21", "call_ended → 21", "call_ended → 11", "end room 77",
            ])
        let reasons = outcome.effects.compactMap { $0.addressed?.signal.reason }
        #expect(reasons == [.removed, .hungUp])
    }

    @Test("a removed participant cannot return by any route without an invitation")
    func staysOut() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.remove(call, 3, by: Cast.alice))
        for event in [
            CallEngineEvent.join(call, by: Cast.carol), .requestRejoin(call, by: Cast.carol),
            .rejoin(call, by: Cast.carol),
        ] {
            #expect(bench.send(event).refusal == .removed)
        }
        #expect(bench.send(.hold(call, by: Cast.carol)).refusal == .notInCall)
        _ = bench.send(.feedPublished(9, in: ActiveCallsBench.room, by: Cast.carol))
        #expect(bench.activeCalls.calls[call]?[3]?.feed == nil)
        #expect(bench.invite([3], by: Cast.bob).lines.contains("ring key-31 → 31"))
        #expect(bench.send(.join(call, by: Cast.carol)).refusal == nil)
        // An invitation lifts the removal: after leaving, this participant can return like any other.
        _ = bench.send(.end(call, by: Cast.carol))
        #expect(bench.send(.requestRejoin(call, by: Cast.carol)).refusal == nil)
    }

    @Test("a shielded invitation does not lift a removal")
    func shielded() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.remove(call, 3, by: Cast.alice))
        _ = bench.invite([3], by: Cast.bob, shielded: [3])
        #expect(bench.send(.requestRejoin(call, by: Cast.carol)).refusal == .removed)
        #expect(bench.send(.join(call, by: Cast.carol)).refusal == .removed)
    }

    @Test("a removed callee stops ringing and cannot join")
    func ringing() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: [2, 3])
        _ = bench.send(.join(call, by: Cast.carol))
        let outcome = bench.activeCalls.handle(.remove(call, 2, by: Cast.alice), now: bench.now)
        #expect(
            outcome.effects.flatMap(ActiveCallsBench.lines) == [
                "participant_rejected 2 → 11", "participant_rejected 2 → 31", "call_ended → 21", "call_ended → 22",
            ])
        let reasons = outcome.effects.compactMap { $0.addressed?.signal.reason }
        #expect(reasons == [.cancelled, .cancelled])
        #expect(bench.activeCalls.metrics.rings[.cancelled] == 1)
        #expect(bench.send(.join(call, by: Cast.bob)).refusal == .removed)
        #expect(bench.send(.requestRejoin(call, by: Cast.bob)).refusal == .removed)
    }

    @Test("a removed user who waits for a key is notified and gets none")
    func waiting() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.carol))
        _ = bench.send(.requestRejoin(call, by: Cast.carol))
        #expect(bench.send(.remove(call, 3, by: Cast.alice)).lines == ["removed_from_call → 31", "call_ended → 31"])
        #expect(bench.activeCalls.calls[call]?.rejoins.isEmpty == true)
        let key = RejoinKey(route: SignalRoute(call: call, user: 3, device: 31), encryptedAESKey: "k")
        let decision = bench.activeCalls.relay(.participantAcceptRejoin(key), from: Cast.bob, now: bench.now)
        #expect(decision == .drop(.notAsked))
        #expect(bench.send(.rejoin(call, by: Cast.carol)).refusal == .removed)
    }

    @Test("another device of a removed user that asked to take over gets no key")
    func otherDevice() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.sessionClosed(Cast.bob))
        _ = bench.send(.requestRejoin(call, by: Cast.bob2))
        let lines = bench.send(.remove(call, 2, by: Cast.alice)).lines
        #expect(
            lines.prefix(4) == [
                "removed_from_call → 22", "call_ended → 22", "removed_from_call → 21", "call_ended → 21",
            ])
        #expect(lines.contains("expel 21 from 77"))
        for device in [Cast.bob, Cast.bob2] {
            #expect(bench.send(.requestRejoin(call, by: device)).refusal == .removed)
        }
    }

    @Test("a removed key host is replaced at once")
    func keyHost() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.sessionClosed(Cast.alice))
        _ = bench.send(.sessionOpened(Cast.alice))
        #expect(bench.keyHost == 2)
        let lines = bench.send(.remove(call, 2, by: Cast.alice)).lines
        #expect(lines.contains("handover_host 1 → 31") && bench.keyHost == 1)
    }

    @Test("a removal survives a restart of the server")
    func restarted() throws {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.remove(call, 3, by: Cast.alice))
        var after = ActiveCallsBench(at: bench.now)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let stored = try encoder.encode(try #require(bench.activeCalls.calls[call]))
        after.activeCalls.restore(try JSONDecoder().decode(LiveCall.self, from: stored), now: after.now)
        for device in [Cast.alice, Cast.bob, Cast.carol] { _ = after.send(.sessionOpened(device)) }
        #expect(after.send(.requestRejoin(call, by: Cast.carol)).refusal == .removed)
        #expect(after.send(.join(call, by: Cast.carol)).refusal == .removed)
        // A call stored by an older server has no such member.
        let older = String(decoding: stored, as: UTF8.self).replacing(",\"isRemoved\":true", with: "")
        #expect(older.utf8.count < stored.count)
        let call = try JSONDecoder().decode(LiveCall.self, from: Data(older.utf8))
        #expect(call[3]?.isRemoved == nil)
    }

    @Test("queued signals about a removal are relevant only while it lasts")
    func relevance() {
        var bench = ActiveCallsBench.connectedThree
        let removed = Signal.removedFromCall(HostNotice(call: call, host: 1))
        let asked = Signal.muteRequested(HostNotice(call: call, host: 1))
        func isRelevant(_ signal: Signal) -> Bool { bench.activeCalls.isRelevant(signal, for: Cast.carol) }
        #expect(isRelevant(asked) && !isRelevant(removed))
        _ = bench.send(mute(true, by: Cast.carol))
        #expect(!isRelevant(asked))
        _ = bench.send(.remove(call, 3, by: Cast.alice))
        #expect(!isRelevant(asked) && isRelevant(removed))
        _ = bench.invite([3], by: Cast.alice)
        #expect(!isRelevant(removed))
        _ = bench.send(.remove(call, 3, by: Cast.alice))
        _ = bench.send(.end(call, by: Cast.alice))
        _ = bench.send(.end(call, by: Cast.bob))
        #expect(isRelevant(removed) && !bench.activeCalls.isRelevant(removed, for: Cast.erin))
    }
}
