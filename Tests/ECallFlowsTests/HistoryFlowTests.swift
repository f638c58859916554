import ECallAPI
import ECallAccount
import ECallCore
import Foundation
import Testing

@testable import ECallFlows

@Suite("The flow of the history", .timeLimit(.minutes(1)))
struct HistoryFlowTests {
    typealias Row = (action: HistoryFlow.Action, effects: [HistoryFlow.Effect])
    typealias Part = CallHistoryService.Part

    private static let offline = AccountError.server(.offline(host: "h"))

    private static func call(
        _ id: CallID, at time: String = "2026-03-31T12:00:00Z", with people: [UserID] = [2],
        _ type: CallDirection = .incoming, _ status: CallStatus = .completed
    ) throws -> CallRecord {
        CallRecord(
            id: id, callType: type, callMediaType: .audio, callCategory: people.count > 1 ? .group : .personal,
            startedAt: try #require(Timestamp(time)), answeredAt: nil, endedAt: nil, status: status, janusRoomId: 1,
            duration: 0,
            participants: people.map {
                Participant(
                    userId: $0, deviceId: 0, displayName: "\($0)", isHost: false, callId: id, isHostKey: false,
                    feedId: nil, isMuted: false, isVideoEnabled: false, status: .left)
            })
    }

    private static func run(_ rows: [Row], from flow: HistoryFlow = HistoryFlow()) -> HistoryFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static func first(_ calls: [CallRecord], next: String?) -> [Row] {
        [
            (.refreshed, [.load(before: nil, isMissed: false)]),
            (.loaded(after: nil, isMissed: false, .success(Part(calls: calls, next: next))), []),
        ]
    }

    @Test("000: the history loads in parts, each once, and a repeated call is listed once")
    func parts() throws {
        let calls = try (1...5).map { try Self.call(CallID(UInt64($0))) }
        let flow = Self.run(
            Self.first(Array(calls[0..<2]), next: "a") + [
                (.reachedEnd, [.load(before: "a", isMissed: false)]), (.reachedEnd, []),
                (.loaded(after: "a", isMissed: false, .success(Part(calls: Array(calls[1..<4]), next: "b"))), []),
                (.reachedEnd, [.load(before: "b", isMissed: false)]),
                (.loaded(after: "b", isMissed: false, .success(Part(calls: [calls[4]], next: nil))), []),
                (.reachedEnd, []),
            ])
        #expect(flow.calls.value == calls && !flow.hasMore && !flow.isLoading)
        // Opened again, it starts over.
        let again = Self.run(Self.first([calls[0]], next: "a"), from: flow)
        #expect(again.calls.value == [calls[0]] && again.hasMore)
    }

    @Test("the filter for missed calls ignores answers for the other list")
    func missed() throws {
        let (one, two) = (try Self.call(1), try Self.call(2))
        let flow = Self.run(
            Self.first([one], next: "a") + [
                (.choseMissed(false), []), (.reachedEnd, [.load(before: "a", isMissed: false)]),
                (.choseMissed(true), [.load(before: nil, isMissed: true)]),
                (.loaded(after: "a", isMissed: false, .success(Part(calls: [two], next: "b"))), []),
            ])
        #expect(flow.calls == .loading && flow.isLoading && !flow.hasMore)
        let loaded = Self.run(
            [(.loaded(after: nil, isMissed: true, .success(Part(calls: [two], next: nil))), [])], from: flow)
        #expect(loaded.calls.value == [two])
    }

    @Test(
        "a failure is shown in place of missing calls, later beside them, and the end can be loaded again")
    func failures() throws {
        let first = Self.run([
            (.refreshed, [.load(before: nil, isMissed: false)]),
            (.loaded(after: nil, isMissed: false, .failure(Self.offline)), []),
        ])
        #expect(first.calls == .failed(Self.offline))
        let one = try Self.call(1)
        let later = Self.run(
            Self.first([one], next: "a") + [
                (.reachedEnd, [.load(before: "a", isMissed: false)]),
                (.loaded(after: "a", isMissed: false, .failure(Self.offline)), []),
            ])
        #expect(later.calls.value == [one] && later.problem == Self.offline && later.hasMore)
        _ = Self.run([(.sawProblem, []), (.reachedEnd, [.load(before: "a", isMissed: false)])], from: later)
    }

    @Test("calls are removed after a question, and not asked about twice")
    func removal() throws {
        let calls = try (1...3).map { try Self.call(CallID(UInt64($0))) }
        let shown = Self.run(
            Self.first(calls, next: nil) + [(.confirmed, []), (.askedToRemove([9]), []), (.confirmed, [])])
        #expect(shown.question == nil)
        let asked = Self.run([(.askedToRemove([1, 9, 2]), [])], from: shown)
        #expect(asked.question == [1, 2])
        #expect(Self.run([(.thoughtBetter, []), (.confirmed, [])], from: asked) == shown)
        let removing = Self.run([(.confirmed, [.remove([1, 2])]), (.askedToRemove([1]), [])], from: asked)
        #expect(removing.removing == [1, 2] && removing.question == nil)
        // One was already removed elsewhere.
        let done = Self.run([(.removed([1, 2], .success([1])), [])], from: removing)
        #expect(done.calls.value == [calls[2]] && done.removing.isEmpty)
        let failed = Self.run([(.removed([1, 2], .failure(Self.offline)), [])], from: removing)
        #expect(failed.calls.value == calls && failed.removing.isEmpty && failed.problem == Self.offline)
    }

    @Test("calls are grouped by day, and successive ones with the same people form a run")
    func days() throws {
        let calls = [
            try Self.call(9, at: "2026-03-31T13:00:00Z", .incoming, .missed),
            try Self.call(8, at: "2026-03-31T12:00:00Z", .incoming, .missed),
            try Self.call(7, at: "2026-03-31T11:00:00Z", .incoming),
            try Self.call(6, at: "2026-03-31T10:00:00Z", .outgoing),
            try Self.call(5, at: "2026-03-31T09:00:00Z", with: [3, 2]),
            try Self.call(4, at: "2026-03-31T08:00:00Z", with: [2, 3]),
            try Self.call(3, at: "2026-03-30T08:00:00Z", with: [2, 3]),
            try Self.call(2, at: "2026-03-28T08:00:00Z"),
        ]
        let days = HistoryDay.days(
            of: calls, now: try #require(Timestamp("2026-03-31T14:00:00Z")), locale: Locale(identifier: "en_GB"),
            timeZone: .gmt)
        #expect(days.map(\.day) == [.today, .yesterday, .weekday("Saturday")])
        #expect(days.map { $0.runs.map { $0.calls.map(\.id) } } == [[[9, 8], [7], [6], [5, 4]], [[3]], [[2]]])
        #expect(days[0].runs.map(\.isMissed) == [true, false, false, false])
        #expect(days[0].runs.map(\.id) == [9, 7, 6, 5] && days.map(\.id) == [9, 3, 2])
        #expect(HistoryDay.days(of: [], now: Timestamp(milliseconds: 0)).isEmpty)
    }
}
