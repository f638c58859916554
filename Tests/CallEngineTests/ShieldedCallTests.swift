import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

/// Calls from a blocked caller: to the caller the callee does not answer, to the callee there is no call.
@Suite("Calls of blocked people", .timeLimit(.minutes(1)))
struct ShieldedCallTests {
    private let call = ActiveCallsBench.call

    private static func start(_ callees: [(UserID, isShielded: Bool)], by caller: DeviceIdentity = Cast.alice)
        -> CallStart
    {
        CallStart(
            id: ActiveCallsBench.call, caller: caller, callerName: "caller", room: ActiveCallsBench.room, isVideo: true,
            callees: callees.map { user, isShielded in
                let keys = Dictionary(uniqueKeysWithValues: (Cast.devices[user] ?? []).map { ($0, "key-\($0)") })
                return CallStart.Callee(
                    user: user, name: "user \(user)", isAvailable: true, keys: keys, isShielded: isShielded)
            })
    }

    /// The caller's signals from the start to the end.
    private func story(isShielded: Bool) -> (lines: [String], statuses: [ParticipantStatus], record: CallRecord?) {
        var bench = ActiveCallsBench.everybody
        var lines = bench.send(.start(Self.start([(2, isShielded)]))).lines
        let record = bench.activeCalls.calls[call]?.record(for: 1)
        var statuses: [ParticipantStatus] = []
        for _ in 0..<61 {
            if let status = bench.status(2) { statuses.append(status) }
            lines += bench.tick(after: 1)
        }
        return (lines.filter { $0.hasSuffix("→ 11") || $0.hasPrefix("end room") }, statuses, record)
    }

    @Test("to the caller the call looks unanswered, to the second")
    func looksUnanswered() {
        let (shielded, plain) = (story(isShielded: true), story(isShielded: false))
        #expect(shielded.lines == plain.lines && shielded.statuses == plain.statuses)
        #expect(shielded.lines == ["participant_rejected 2 → 11", "call_ended → 11", "end room 77"])
        #expect(shielded.record == plain.record && plain.record != nil)
    }

    @Test("no device of the callee rings or is notified of the end, however it ends")
    func nothingRings() {
        var bench = ActiveCallsBench.everybody
        let begin = bench.send(.start(Self.start([(2, true)])))
        #expect(begin == .init(lines: [], refusal: nil))
        #expect(bench.status(2) == .inviting)
        let end = bench.send(.end(call, by: Cast.alice))
        #expect(end.lines == ["end room 77"])
        #expect(bench.activeCalls.calls.isEmpty)
        // Nor does the call exist for the callee afterwards.
        #expect(!bench.activeCalls.hasEnded(call, with: 2) && bench.activeCalls.hasEnded(call, with: 1))
    }

    @Test("the callee cannot join, end, change or see the call, and their line stays free")
    func isNoMember() {
        var bench = ActiveCallsBench.everybody
        _ = bench.send(.start(Self.start([(2, true)])))
        #expect(bench.send(.join(call, by: Cast.bob)).refusal == .notFound)
        #expect(bench.send(.end(call, by: Cast.bob)).lines.isEmpty)
        #expect(bench.send(.end(nil, by: Cast.bob)).lines.isEmpty)
        let update = UpdateParticipantRequest(callId: nil, userId: nil, status: .connected)
        #expect(bench.send(.update(call, update, by: Cast.bob)).refusal == .notFound)
        #expect(bench.activeCalls.call(call, with: 2) == nil && bench.activeCalls.call(of: 2) == nil)
        // The sign-out of its device changes nothing for the caller.
        #expect(bench.send(.deviceRemoved(Cast.bob)).lines.isEmpty && bench.status(2) == .inviting)
        // Carol reaches the line, which alice's call does not occupy.
        let other = bench.start(id: 901, room: 78, by: Cast.carol, callees: [2])
        #expect(other == .init(lines: ["ring key-21 → 21", "ring key-22 → 22"], refusal: nil))
        #expect(bench.send(.join(901, by: Cast.bob2)).refusal == nil)
        // The end of one call is not the end of the other.
        for person in [Cast.carol, Cast.bob2] { _ = bench.send(.update(901, update, by: person)) }
        _ = bench.tick(after: 60)
        #expect(bench.activeCalls.calls.keys.sorted() == [901] && bench.activeCalls.call(of: 2)?.id == 901)
    }

    @Test("a callee in another call is not busy for a blocked caller, as they would be for others")
    func neverBusy() {
        for isShielded in [true, false] {
            var bench = ActiveCallsBench.everybody
            _ = bench.start(id: 901, room: 78, by: Cast.carol, callees: [2])
            let result = bench.send(.start(Self.start([(2, isShielded)])))
            #expect(result.refusal == (isShielded ? nil : .allCalleesBusy))
        }
    }

    @Test("in a group the others talk, and a callee who has blocked the caller does not answer")
    func group() {
        var bench = ActiveCallsBench.everybody
        let begin = bench.send(.start(Self.start([(2, true), (3, false)])))
        #expect(begin.lines == ["ring key-31 → 31"])
        #expect(bench.send(.join(call, by: Cast.carol)).lines.contains("participant_joined 3 → 11"))
        let lines = bench.tick(after: 60)
        #expect(lines.contains("participant_rejected 2 → 11") && lines.contains("participant_rejected 2 → 31"))
        #expect(!lines.contains { $0.hasSuffix("→ 21") || $0.hasSuffix("→ 22") })
    }

    @Test("the record marks the call as hidden from the callee")
    func record() throws {
        var bench = ActiveCallsBench.everybody
        let outcome = bench.activeCalls.handle(.start(Self.start([(2, true), (3, false)])), now: bench.now)
        guard case .record(let snapshot)? = outcome.effects.first else {
            Issue.record("no record")
            return
        }
        #expect(snapshot.members.map(\.isShielded) == [false, true, false])
    }
}
