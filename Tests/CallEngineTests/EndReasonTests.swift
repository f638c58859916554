import ECallAPI
import TestSupport
import Testing

@testable import CallEngine

@Suite("End reasons", .timeLimit(.minutes(1)))
struct EndReasonTests {
    private static let call = ActiveCallsBench.call

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var callees: [UserID] = [2]
        let events: @Sendable (inout ActiveCallsBench) -> [CallEffect]
        let told: [String]
        var kept: EndReason?
    }

    private static func end(
        _ bench: inout ActiveCallsBench, _ by: DeviceIdentity, after seconds: Int = 0, _ reason: EndReason? = nil
    ) -> [CallEffect] {
        bench.advance(seconds)
        return bench.activeCalls.handle(.end(call, by: by, saying: reason), now: bench.now).effects
    }

    private static let rows: [Row] = [
        Row(
            testDescription: "no one answers: the server's clock",
            events: { bench in
                bench.advance(60)
                return bench.activeCalls.handle(.tick, now: bench.now).effects
            },
            told: [
                "participant_rejected no_answer → 11", "call_ended no_answer → 21", "call_ended no_answer → 22",
                "call_ended no_answer → 11",
            ], kept: .noAnswer),
        Row(
            testDescription: "no one answers: the stock client's own clock",
            events: { end(&$0, Cast.bob, after: 59) },
            told: [
                "participant_rejected no_answer → 11", "call_ended no_answer → 22", "call_ended no_answer → 11",
            ], kept: .noAnswer),
        Row(
            testDescription: "no one answers: a client that says so",
            events: { end(&$0, Cast.bob, after: 40, .noAnswer) },
            told: [
                "participant_rejected no_answer → 11", "call_ended no_answer → 22", "call_ended no_answer → 11",
            ], kept: .noAnswer),
        Row(
            testDescription: "declined in time", events: { end(&$0, Cast.bob, after: 57) },
            told: [
                "participant_rejected declined → 11", "call_cancelled declined → 22", "call_ended declined → 11",
            ], kept: .declined),
        Row(
            testDescription: "a reason that is not the callee's to say is a refusal",
            events: { end(&$0, Cast.bob, after: 1, .answeredElsewhere) },
            told: [
                "participant_rejected declined → 11", "call_cancelled declined → 22", "call_ended declined → 11",
            ], kept: .declined),
        Row(
            testDescription: "the device is in another call", events: { end(&$0, Cast.bob, .busy) },
            told: ["participant_rejected busy → 11", "call_ended busy → 22", "call_ended busy → 11"], kept: .busy),
        Row(
            testDescription: "the caller gives up", events: { end(&$0, Cast.alice, after: 59) },
            told: ["call_ended cancelled → 21", "call_ended cancelled → 22"], kept: .cancelled),
        Row(
            testDescription: "one declines, the other does not answer", callees: [2, 3],
            events: { bench in
                let declined = end(&bench, Cast.bob)
                bench.advance(60)
                return declined + bench.activeCalls.handle(.tick, now: bench.now).effects
            },
            told: [
                "participant_rejected declined → 11", "call_cancelled declined → 22",
                "participant_rejected no_answer → 11", "call_ended no_answer → 31", "call_ended no_answer → 11",
            ], kept: .declined),
        Row(
            testDescription: "answered on another device",
            events: { $0.activeCalls.handle(.join(call, by: Cast.bob), now: $0.now).effects },
            told: ["participant_joined - → 11", "call_cancelled answered_elsewhere → 22"]),
        Row(
            testDescription: "too late, on a device that has not heard", callees: [2, 3],
            events: { bench in
                bench.advance(60)
                _ = bench.activeCalls.handle(.tick, now: bench.now)
                return bench.activeCalls.handle(.join(call, by: Cast.bob), now: bench.now).effects
            }, told: ["call_ended - → 21"]),
    ]

    @Test("every device gets the reason", arguments: rows)
    func told(_ row: Row) {
        var bench = ActiveCallsBench.everybody
        _ = bench.start(callees: row.callees)
        let effects = row.events(&bench)
        #expect(effects.flatMap(Self.lines) == row.told)
        let last = effects.compactMap { if case .record(let snapshot) = $0 { snapshot } else { nil } }.last
        #expect(last?.members.first { $0.user == 2 }?.endReason == row.kept)
    }

    @Test("in a continuing call, lists have the reason why a callee is not in it, until they join")
    func lists() throws {
        var bench = ActiveCallsBench.connectedPair
        _ = bench.invite([3], by: Cast.alice)
        _ = bench.tick(after: 60)
        let participant = { (bench: ActiveCallsBench) in
            bench.activeCalls.calls[Self.call]?.participants(for: 1).first { $0.userId == 3 }
        }
        #expect(participant(bench)?.status == .rejected && participant(bench)?.endReason == .noAnswer)
        #expect(bench.activeCalls.calls[Self.call]?.participants(for: 1).filter { $0.endReason != nil }.count == 1)
        _ = bench.invite([3], by: Cast.alice)
        #expect(participant(bench)?.status == .inviting && participant(bench)?.endReason == nil)
        _ = bench.send(.join(Self.call, by: Cast.carol))
        #expect(participant(bench)?.status == .accepted && participant(bench)?.endReason == nil)
    }

    @Test("a participant who hung up has that reason; one who closed the page or was away is lost after the wait")
    func talked() {
        func ending(
            _ events: CallEngineEvent..., by last: CallEngineEvent = .tick, after seconds: Int = 0
        ) -> [String] {
            var bench = ActiveCallsBench.connectedPair
            for event in events { _ = bench.send(event) }
            bench.advance(seconds)
            let told = bench.activeCalls.handle(last, now: bench.now).effects.flatMap(Self.lines)
            return told.filter { $0.hasSuffix("11") }
        }
        let saying = { CallEngineEvent.end(Self.call, by: Cast.bob, saying: $0) }
        #expect(ending(by: saying(nil)) == ["call_ended hung_up → 11"])
        #expect(ending(by: saying(.declined)) == ["call_ended hung_up → 11"])
        #expect(ending(by: saying(.connectionLost)) == ["call_ended connection_lost → 11"])
        #expect(ending(.sessionGoing(21), .sessionClosed(21), after: 15) == ["call_ended connection_lost → 11"])
        #expect(ending(.sessionClosed(21), after: 60) == ["call_ended connection_lost → 11"])
    }

    private static func lines(_ effect: CallEffect) -> [String] {
        guard let (signal, devices) = effect.addressed, signal.invitation == nil else { return [] }
        return devices.map { "\(signal.kind.rawValue) \(signal.reason?.rawValue ?? "-") → \($0.device)" }
    }
}
