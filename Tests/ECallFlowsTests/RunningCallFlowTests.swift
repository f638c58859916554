import ECallAPI
import ECallLanguage
import Testing

@testable import ECallCalls
@testable import ECallFlows

@Suite("The flow of a running call", .timeLimit(.minutes(1)))
struct RunningCallFlowTests {
    typealias Row = (action: RunningCallFlow.Action, effects: [RunningCallFlow.Effect])

    private static func call(_ place: OngoingCall.Place, _ id: CallID = 7, names: [String] = ["Bo"]) -> OngoingCall {
        OngoingCall(
            id: id, place: place, isVideo: true,
            people: names.enumerated().map { .init(id: UserID(UInt64($0.offset + 2)), name: $0.element) })
    }

    private static func run(_ rows: [Row], from flow: RunningCallFlow = RunningCallFlow()) -> RunningCallFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static func found(_ call: OngoingCall?, at seconds: Int64 = 0) -> RunningCallFlow.Action {
        .looked(.success(call), at: .seconds(seconds))
    }

    private static let here = call(.here)
    private static let shown: [Row] = [(.refreshed, [.look]), (found(here), [.wait(.seconds(5))])]

    @Test(
        "the place of a call decides which actions it offers",
        arguments: [
            (nil, false, false, nil), (call(.here), true, true, .runningHere(names: "Bo")),
            (call(.elsewhere(isHeld: true)), false, false, .runningElsewhere(names: "Bo")),
            (call(.elsewhere(isHeld: false)), true, false, .runningLostElsewhere(names: "Bo")),
            (
                call(.here, names: ["Bo", "Cy", "Di", "Ed"]), true, true,
                .runningHere(names: Text.callNamesMore(names: "Bo, Cy", count: 2))
            ), (call(.here, names: [""]), true, true, .runningHere(names: Text.commonSomebody)),
        ] as [(OngoingCall?, Bool, Bool, Text?)])
    func places(call: OngoingCall?, canReturn: Bool, canLeave: Bool, text: Text?) {
        var flow = RunningCallFlow()
        _ = flow.send(Self.found(call))
        #expect(flow.call == call && flow.canReturn == canReturn && flow.canLeave == canLeave && flow.text == text)
        #expect(flow.send(.returned).isEmpty != canReturn)
        var other = RunningCallFlow()
        _ = other.send(Self.found(call))
        #expect(other.send(.left).isEmpty != canLeave)
    }

    @Test("nothing is polled without a call, and a shown one is polled every five seconds")
    func looks() {
        #expect(Self.run([(.refreshed, [.look]), (Self.found(nil), [])]).state == .none)
        let failed = RunningCallFlow.Action.looked(.failure(.offline), at: .seconds(10))
        let flow = Self.run(
            Self.shown + [
                // One wait at a time.
                (.refreshed, [.look]), (Self.found(Self.here, at: 3), []),
                (.waited(at: .seconds(5)), [.look]), (failed, [.wait(.seconds(5))]),
                (.waited(at: .seconds(15)), [.look]), (Self.found(Self.here, at: 15), [.wait(.seconds(5))]),
            ])
        #expect(flow.state == .here(Self.here, until: .seconds(60)) && flow.message == nil)
        // Another one has its own time limit.
        let other = Self.call(.here, 8)
        #expect(
            Self.run([(Self.found(other, at: 20), [])], from: flow).state == .here(other, until: .seconds(80)))
    }

    @Test("an app that starts without a network asks until it gets an answer or is signed out")
    func offline() {
        func failed(_ failure: CallFailure, at seconds: Int64) -> RunningCallFlow.Action {
            .looked(.failure(failure), at: .seconds(seconds))
        }
        let rows: [Row] = [
            (.refreshed, [.look]), (failed(.offline, at: 1), [.wait(.seconds(5))]), (.waited(at: .seconds(6)), [.look]),
            (failed(.offline, at: 7), [.wait(.seconds(5))]), (.waited(at: .seconds(12)), [.look]),
        ]
        #expect(Self.run(rows + [(Self.found(nil, at: 13), [])]) == RunningCallFlow())
        #expect(Self.run(rows + [(failed(.signedOut, at: 13), [])]) == RunningCallFlow())
        #expect(Self.run(rows + [(Self.found(Self.here, at: 13), [.wait(.seconds(5))])]).call == Self.here)
    }

    @Test("a call that others end is reported once, and one on another device disappears without a notice")
    func over() {
        let over = Self.run(Self.shown + [(.waited(at: .seconds(5)), [.look]), (Self.found(nil, at: 5), [])])
        #expect(over.state == .none && over.message == .over(Self.here))
        #expect(over.message?.text == .runningOver(names: "Bo"))
        #expect(Self.run([(.sawMessage, [])], from: over).message == nil)
        let elsewhere = Self.run([
            (Self.found(Self.call(.elsewhere(isHeld: true))), [.wait(.seconds(5))]),
            (.waited(at: .seconds(5)), [.look]), (Self.found(nil, at: 5), []),
        ])
        #expect(elsewhere == RunningCallFlow())
    }

    @Test("returning ignores results from before, and a failure is reported and followed by a new look")
    func returns() {
        let returning = Self.run(
            Self.shown + [
                (.returned, [.comeBack(7, isVideo: true)]), (.returned, []), (.left, []), (.chose(9), []),
                (Self.found(nil, at: 1), []), (.waited(at: .seconds(5)), [.look]), (Self.found(nil, at: 5), []),
            ])
        #expect(returning.work == .returning(7) && returning.call == Self.here && !returning.canReturn)
        #expect(Self.run([(.cameBack(7, nil), [])], from: returning) == RunningCallFlow())
        let failed = Self.run([(.cameBack(7, .elsewhere), [.look])], from: returning)
        #expect(failed.message == .failed(.elsewhere) && failed.work == nil)
        #expect(failed.message?.text == .runningHeld)
        // Hung up by the person.
        #expect(Self.run([(.cameBack(7, .noCall), [.look])], from: returning).message == nil)
    }

    @Test("a call of the history can be resumed, though it is not shown")
    func chosen() {
        let flow = Self.run([(.chose(9), [.comeBack(9, isVideo: nil)])])
        #expect(flow.work == .returning(9) && flow.call == nil)
        #expect(Self.run([(.cameBack(9, .over), [.look])], from: flow).message == .failed(.over))
    }

    @Test("leaving a call can be retried after a failure")
    func leaves() {
        let leaving = Self.run(Self.shown + [(.left, [.leave(7)]), (.left, []), (.returned, [])])
        #expect(Self.run([(.wasLeft(7, nil), [])], from: leaving).state == .none)
        let failed = Self.run(
            [(.wasLeft(7, .offline), [.look]), (Self.found(Self.here, at: 1), []), (.left, [.leave(7)])], from: leaving)
        #expect(failed.work == .leaving(7))
    }

    @Test("a call is left after a minute, so that no one waits, and a failure is retried at intervals")
    func deadline() {
        let flow = Self.run(
            Self.shown + [
                (.waited(at: .seconds(5)), [.look]), (Self.found(Self.here, at: 58), [.wait(.seconds(2))]),
                (.waited(at: .seconds(60)), [.leave(7)]), (.wasLeft(7, .offline), [.look]),
                (Self.found(Self.here, at: 61), [.wait(.seconds(5))]), (.waited(at: .seconds(66)), [.leave(7)]),
                (.wasLeft(7, nil), []),
            ])
        #expect(flow == Self.run([(Self.found(nil), [])]))
        // This device cannot leave a call that another one is in.
        let elsewhere = Self.call(.elsewhere(isHeld: false))
        _ = Self.run([
            (Self.found(elsewhere), [.wait(.seconds(5))]), (.waited(at: .seconds(600)), [.look]),
            (Self.found(elsewhere, at: 600), [.wait(.seconds(5))]),
        ])
    }
}
