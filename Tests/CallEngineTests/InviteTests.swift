import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("Inviting into a call", .timeLimit(.minutes(1)))
struct InviteTests {
    private let call = ActiveCallsBench.call

    /// 000-53
    @Test("000-11: participants are notified, each device rings with its own key, and the call becomes a group")
    func invites() throws {
        var bench = ActiveCallsBench.connectedPair
        #expect(bench.activeCalls.calls[call]?.category == .personal)
        let outcome = bench.activeCalls.handle(
            .invite(call, ActiveCallsBench.invitation([3], by: Cast.bob)), now: bench.now)
        #expect(outcome.invited == [3] && outcome.refusal == nil)
        #expect(
            outcome.effects.flatMap(ActiveCallsBench.lines) == [
                "participant_invited 3 → 11", "participant_invited 3 → 21", "ring key-31 → 31",
            ])
        guard
            case .ring(let invitation, _)? = outcome.effects.first(where: { if case .ring = $0 { true } else { false } }
            )
        else {
            Issue.record("nothing rings")
            return
        }
        #expect(invitation.isOnGoing && invitation.caller == Cast.bob && invitation.callee == Cast.carol)
        #expect(invitation.room == ActiveCallsBench.room && invitation.isVideo)
        #expect(bench.activeCalls.calls[call]?.category == .group)
        let joined = bench.send(.join(call, by: Cast.carol)).lines
        #expect(joined == ["participant_joined 3 → 11", "participant_joined 3 → 21", "interaction 2 3"])
    }

    @Test("a repeated request rings no device twice and gets the same answer")
    func repeats() {
        var bench = ActiveCallsBench.connectedPair
        let request = ActiveCallsBench.invitation([3, 4], by: Cast.alice)
        let first = bench.activeCalls.handle(.invite(call, request), now: bench.now)
        let again = bench.activeCalls.handle(.invite(call, request), now: bench.now)
        #expect(first.invited == [3, 4] && again.invited == [3, 4])
        #expect(again.effects.isEmpty && again.refusal == nil)
        #expect(bench.activeCalls.metrics.rung == 3)
    }

    @Test("callees who have left, declined or not answered can be invited again")
    func again() {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.carol))
        #expect(bench.invite([3], by: Cast.bob).lines.last == "ring key-31 → 31")
        _ = bench.send(.end(call, by: Cast.carol))
        #expect(bench.status(3) == .rejected)
        #expect(bench.invite([3], by: Cast.bob).lines.last == "ring key-31 → 31")
        let late = bench.tick(after: 60)
        #expect(late.contains("participant_rejected 3 → 11") && late.contains("call_ended → 31"))
        _ = bench.invite([3], by: Cast.alice)
        #expect(bench.send(.join(call, by: Cast.carol)).lines.contains("participant_joined 3 → 21"))
        #expect(bench.activeCalls.calls[call]?.members.map(\.user) == [1, 2, 3])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var callees: [UserID] = [4]
        var by = Cast.alice
        var keyless: Set<UserID> = []
        var unavailable: Set<UserID> = []
        var isBusy = false
        let refusal: CallRefusal?
    }

    @Test(
        "some users cannot invite, and some cannot be invited",
        arguments: [
            Row(testDescription: "a friend", refusal: nil),
            Row(testDescription: "a participant", callees: [2], refusal: .calleeInCall),
            Row(testDescription: "a participant and a friend", callees: [2, 4], refusal: nil),
            Row(
                testDescription: "a participant and a stranger", callees: [2, 4], unavailable: [4],
                refusal: .calleeNotAvailable),
            Row(testDescription: "a stranger", unavailable: [4], refusal: .calleeNotAvailable),
            Row(testDescription: "no key", keyless: [4], refusal: .keyMissing),
            Row(testDescription: "busy", isBusy: true, refusal: .allCalleesBusy),
            Row(testDescription: "by another device", by: Cast.alice2, refusal: .notInCall),
            Row(testDescription: "by a stranger", by: Cast.erin, refusal: .notFound),
        ])
    func refuses(_ row: Row) {
        var bench = ActiveCallsBench.connectedPair
        if row.isBusy { _ = bench.start(id: 901, room: 78, by: Cast.erin, callees: [4]) }
        let before = bench.activeCalls.calls
        let result = bench.invite(row.callees, by: row.by, keyless: row.keyless, unavailable: row.unavailable)
        #expect(result.refusal == row.refusal)
        if row.refusal != nil { #expect(result.lines.isEmpty && bench.activeCalls.calls == before) }
    }

    @Test("ringing callees count towards the limit, and a leave makes room")
    func full() {
        var limits = ActiveCalls.Limits()
        limits.participants = 3
        var bench = ActiveCallsBench(
            limits: limits, online: [Cast.alice, Cast.bob, Cast.carol, Cast.dave])
        #expect(bench.start(callees: [2, 3, 4]).refusal == .full)
        #expect(bench.start(callees: [2, 3]).refusal == nil)
        _ = bench.send(.join(call, by: Cast.bob))
        #expect(bench.invite([4], by: Cast.alice).refusal == .full)
        _ = bench.send(.end(call, by: Cast.carol))
        #expect(bench.invite([4], by: Cast.alice).refusal == nil)
        for person in [Cast.alice, Cast.bob] { bench.connect(person) }
        #expect(bench.send(.requestRejoin(call, by: Cast.carol)).refusal == .full)
    }

    @Test("a callee who has blocked the inviter seems not to answer, and is not notified")
    func shielded() {
        for isShielded in [true, false] {
            var bench = ActiveCallsBench.connectedPair
            let lines = bench.invite([3], by: Cast.bob, shielded: isShielded ? [3] : []).lines
            #expect(
                lines.filter { !$0.hasSuffix("→ 31") } == ["participant_invited 3 → 11", "participant_invited 3 → 21"])
            #expect(lines.contains { $0.hasSuffix("→ 31") } != isShielded)
            let late = bench.tick(after: 60)
            #expect(
                late.filter { !$0.hasSuffix("→ 31") } == ["participant_rejected 3 → 11", "participant_rejected 3 → 21"])
            #expect(late.contains("call_ended → 31") != isShielded)
            #expect((bench.activeCalls.call(call, with: 3) == nil) == isShielded)
        }
    }

    @Test("a shielded invitation yields to one from another participant")
    func unshielded() throws {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.invite([3], by: Cast.bob, shielded: [3])
        // Carol's line is free: she can call, and be called.
        #expect(bench.activeCalls.call(of: 3) == nil)
        #expect(bench.invite([3], by: Cast.alice).lines == ["ring key-31 → 31"])
        #expect(bench.activeCalls.call(of: 3)?.id == call)
        // In the reverse order it rings already.
        #expect(bench.invite([3], by: Cast.bob, shielded: [3]) == .init(lines: [], refusal: nil))
        #expect(bench.send(.join(call, by: Cast.carol)).refusal == nil)
        #expect(bench.activeCalls.calls[call]?[3]?.isShielded == false)
    }

    @Test("a former participant does not see another invitation by a user they blocked")
    func shieldedAgain() throws {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.send(.end(call, by: Cast.carol))
        _ = bench.invite([3], by: Cast.bob, shielded: [3])
        let live = try #require(bench.activeCalls.calls[call])
        #expect(live.participants(for: 1).last?.status == .inviting)
        #expect(live.participants(for: 3).last?.status == .left)
        #expect(CallSnapshot(live).members.allSatisfy { !$0.isShielded })
        #expect(bench.send(.join(call, by: Cast.carol)).refusal == .over)
        _ = bench.tick(after: 60)
        #expect(bench.activeCalls.calls[call]?.participants(for: 3).last?.status == .left)
    }
}
