import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("ActiveCalls", .timeLimit(.minutes(1)))
struct ActiveCallsTests {
    private let call = ActiveCallsBench.call

    // MARK: - Start (wire-protocol 4.2)

    /// 000-48
    @Test("starting rings every device that has a key, each with its own")
    func starts() {
        var bench = ActiveCallsBench.everybody
        let result = bench.start()
        #expect(result.refusal == nil)
        #expect(result.lines == ["ring key-21 → 21", "ring key-22 → 22"])
        #expect(bench.status(1) == .accepted)
        #expect(bench.status(2) == .inviting)
        #expect(bench.keyHost == 1)
    }

    @Test("a repeated start changes nothing")
    func startsOnce() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        let again = bench.start(id: 901)
        #expect(again == .init(lines: [], refusal: nil))
        #expect(bench.activeCalls.calls.keys.sorted() == [call])
    }

    struct Unstartable: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let callees: [UserID]
        var keyless: Set<UserID> = []
        var unavailable: Set<UserID> = []
        var busy: [UserID] = []
        let refusal: CallRefusal?
    }

    @Test(
        "a start without a reachable callee is refused",
        arguments: [
            Unstartable(testDescription: "a stranger", callees: [2], unavailable: [2], refusal: .calleeNotAvailable),
            Unstartable(testDescription: "no key", callees: [2], keyless: [2], refusal: .keyMissing),
            Unstartable(testDescription: "busy", callees: [2], busy: [2], refusal: .allCalleesBusy),
            Unstartable(
                testDescription: "busy and a stranger", callees: [2, 4], unavailable: [4], busy: [2],
                refusal: .allCalleesBusy),
            Unstartable(
                testDescription: "busy and no key", callees: [2, 4], keyless: [4], busy: [2], refusal: .keyMissing),
            Unstartable(testDescription: "one of two", callees: [2, 4], unavailable: [4], refusal: nil),
            Unstartable(testDescription: "one of two busy", callees: [2, 4], busy: [2], refusal: nil),
        ])
    func unstartable(_ row: Unstartable) {
        var bench = ActiveCallsBench.everybody
        if let busy = row.busy.first {
            _ = bench.start(id: 1, room: 1, by: Cast.carol, callees: [busy])
        }
        let before = bench.activeCalls.calls
        let result = bench.start(callees: row.callees, keyless: row.keyless, unavailable: row.unavailable)
        #expect(result.refusal == row.refusal)
        if row.refusal != nil {
            #expect(result.lines.isEmpty)
            #expect(bench.activeCalls.calls == before)
        }
    }

    @Test("if two people call each other at once, the second finds the line busy")
    func glare() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        #expect(bench.start(id: 901, room: 78, by: Cast.bob, callees: [1]).refusal == .allCalleesBusy)
        #expect(bench.status(2) == .inviting)
    }

    @Test("a busy callee counts as rung, alone and beside others that ring; a shielded one does not")
    func countsBusy() {
        var bench = ActiveCallsBench.connectedPair
        func busy(_ bench: ActiveCallsBench) -> [Int?] {
            [bench.activeCalls.metrics.rung, bench.activeCalls.metrics.rings[.busy]]
        }
        #expect(busy(bench) == [1, nil])
        #expect(bench.start(id: 901, room: 78, by: Cast.carol, callees: [2, 4]).refusal == nil)
        #expect(busy(bench) == [3, 1])
        #expect(bench.start(id: 901, room: 78, by: Cast.carol, callees: [2, 4]).refusal == nil)
        #expect(busy(bench) == [3, 1], "the same request")
        #expect(bench.start(id: 902, room: 79, by: Cast.erin, callees: [1, 2]).refusal == .allCalleesBusy)
        #expect(busy(bench) == [5, 3])
        #expect(bench.invite([4], by: Cast.alice).refusal == .allCalleesBusy)
        #expect(busy(bench) == [6, 4])
        #expect(bench.invite([4, 5], by: Cast.alice).refusal == nil)
        #expect(busy(bench) == [8, 5])
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.erin))
        #expect(bench.invite([4, 5], by: Cast.alice, shielded: [4]).refusal == nil)
        #expect(busy(bench) == [10, 5])
    }

    @Test("a user in a call on one device cannot start another on the second")
    func alreadyInCall() {
        var bench = ActiveCallsBench.connectedPair
        #expect(bench.start(id: 901, room: 78, by: Cast.bob2, callees: [3]).refusal == .alreadyInCall)
    }

    @Test("a device that starts a call leaves its previous one")
    func restarts() {
        var bench = ActiveCallsBench.connectedPair
        let result = bench.start(id: 901, room: 78, callees: [3])
        #expect(result.lines == ["call_ended → 21", "end room 77", "ring key-31 → 31"])
        #expect(bench.activeCalls.calls.keys.sorted() == [901])
    }

    // MARK: - Join (4.3)

    @Test("joining answers: the caller is notified, and the other device stops ringing")
    func joins() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        let result = bench.send(.join(call, by: Cast.bob))
        #expect(result.lines == ["participant_joined 2 → 11", "call_cancelled → 22", "interaction 1 2"])
        #expect(bench.status(2) == .accepted)
        #expect(bench.activeCalls.calls[call]?[2]?.device == 21)
        #expect(bench.send(.join(call, by: Cast.bob)) == .init(lines: [], refusal: nil))
    }

    @Test("the caller's join of their own call has no effect")
    func hostJoins() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        #expect(bench.send(.join(call, by: Cast.alice)) == .init(lines: [], refusal: nil))
    }

    @Test("a second device is refused and stops ringing")
    func joinedByOther() {
        var bench = ActiveCallsBench.connectedPair
        #expect(
            bench.send(.join(call, by: Cast.bob2))
                == .init(lines: ["call_cancelled → 22"], refusal: .joinedByOtherDevice))
    }

    @Test("strangers and unknown calls get the same refusal")
    func joinsNothing() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        #expect(bench.send(.join(call, by: Cast.carol)) == .init(lines: [], refusal: .notFound))
        #expect(bench.send(.join(999, by: Cast.bob)) == .init(lines: [], refusal: .notFound))
    }

    @Test("a device that was not rung cannot answer")
    func notRung() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        #expect(bench.send(.join(call, by: Cast.device(2, 29))).refusal == .notInCall)
        #expect(bench.status(2) == .inviting)
    }

    @Test("joining an ended call is refused and ends the client's screen")
    func joinsTooLate() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start()
        _ = bench.send(.end(call, by: Cast.alice))
        #expect(bench.send(.join(call, by: Cast.bob)) == .init(lines: ["call_ended → 21"], refusal: .over))
        _ = bench.start(id: 901, room: 78, by: Cast.carol)
        #expect(bench.send(.join(call, by: Cast.bob)) == .init(lines: [], refusal: .over))
        #expect(bench.tick(after: 700).contains("call_ended → 21"))
        #expect(bench.send(.join(call, by: Cast.bob)).refusal == .notFound)
    }

    // MARK: - Participants

    /// 000-37, 000-38
    @Test("a stranger can neither change nor see anything; a participant can change their own state")
    func updates() {
        var bench = ActiveCallsBench.connectedPair
        let mute = UpdateParticipantRequest(callId: nil, userId: nil, isMuted: true)
        #expect(bench.send(.update(call, mute, by: Cast.carol)).refusal == .notFound)
        #expect(bench.send(.update(call, mute, by: Cast.bob2)).refusal == .notInCall)
        #expect(bench.send(.update(call, mute, by: Cast.bob)).lines == ["participant_updated 2 → 11"])
        #expect(bench.send(.update(call, mute, by: Cast.bob)).lines.isEmpty)
        let unknown = UpdateParticipantRequest(callId: nil, userId: 4, status: .connected)
        #expect(bench.send(.update(call, unknown, by: Cast.bob)).refusal == .unknownParticipant)
    }

    @Test("others can only be reported connected, and only if that is plausible")
    func updatesOthers() {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: [2, 3])
        let request = UpdateParticipantRequest(
            callId: nil, userId: 2, status: .connected, feedId: 5, isMuted: true, isVideoEnabled: false)
        #expect(bench.send(.update(call, request, by: Cast.alice)).lines.isEmpty)
        _ = bench.send(.join(call, by: Cast.bob))
        _ = bench.send(.join(call, by: Cast.carol))
        #expect(
            bench.send(.update(call, request, by: Cast.alice)).lines == [
                "participant_updated 2 connected → 21", "participant_updated 2 connected → 31",
            ])
        let bob = bench.activeCalls.calls[call]?[2]
        #expect(bob?.isMuted == false)
        #expect(bob?.isVideoEnabled == true)
        #expect(bob?.feed == nil)
        let left = UpdateParticipantRequest(callId: nil, userId: 2, status: .left)
        #expect(bench.send(.update(call, left, by: Cast.alice)).lines.isEmpty)
        #expect(bench.status(2) == .connected)
    }

    @Test("feeds are taken from Janus, for the joined device only, and signalled once")
    func feeds() {
        var bench = ActiveCallsBench.connectedPair
        #expect(bench.send(.feedPublished(5, in: 77, by: Cast.bob2)).lines.isEmpty)
        #expect(bench.send(.feedPublished(5, in: 78, by: Cast.bob)).lines.isEmpty)
        #expect(bench.send(.feedPublished(5, in: 77, by: Cast.bob)).lines == ["participant_feedId_updated 2 → 11"])
        #expect(bench.send(.feedPublished(5, in: 77, by: Cast.bob)).lines.isEmpty)
        #expect(bench.send(.feedGone(6, in: 77, by: Cast.bob)).lines.isEmpty)
        #expect(bench.send(.feedGone(5, in: 77, by: Cast.bob)).lines == ["participant_feedId_updated 2 → 11"])
        #expect(bench.activeCalls.calls[call]?[2]?.feed == nil)
    }
}
