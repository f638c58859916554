import ECallLanguage
import Testing

@testable import ECallCalls
@testable import ECallFlows

@Suite("The flow of checking the network", .timeLimit(.minutes(1)))
struct NetworkCheckFlowTests {
    typealias Row = (action: NetworkCheckFlow.Action, effects: [NetworkCheckFlow.Effect])

    private static func step(_ number: Int) -> NetworkCheckFlow.Step {
        NetworkCheckFlow.Step(number: number, count: 8, text: .verbatim("\(number)"))
    }

    private static let findings = NetworkCheckFlow.Findings(carriesCalls: true, sentences: [.networkCheckGood])

    private static func run(_ rows: [Row], from flow: NetworkCheckFlow = NetworkCheckFlow()) -> NetworkCheckFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    @Test("a check starts, reports its steps, finishes, and can be repeated")
    func wholeWay() {
        let running = Self.run([
            (.cancelled, []), (.started, [.check(1)]), (.started, []), (.reached(1, Self.step(1)), []),
            (.reached(1, Self.step(3)), []), (.reached(1, Self.step(2)), []),
        ])
        #expect(running.stage == .running(Self.step(3)) && running.canCancel && !running.canStart)
        let finished = Self.run(
            [(.ended(1, .success(Self.findings)), []), (.reached(1, Self.step(8)), []), (.cancelled, [])], from: running
        )
        #expect(finished.stage == .finished(Self.findings))
        let again = Self.run([(.started, [.check(2)]), (.reached(1, Self.step(5)), [])], from: finished)
        #expect(again.stage == .running(nil))
        let offline = Self.run([(.ended(2, .failure(.offline)), [])], from: again)
        #expect(offline.stage == .failed(.offline) && offline.canStart)
    }

    @Test("a canceled check reports nothing more, even beside another one")
    func cancels() {
        let cancelled = Self.run([
            (.started, [.check(1)]), (.cancelled, [.cancel(1)]), (.cancelled, []), (.reached(1, Self.step(1)), []),
            (.ended(1, .success(Self.findings)), []),
        ])
        #expect(cancelled.stage == .idle)
        let another = Self.run([(.started, [.check(2)]), (.ended(1, .failure(.offline)), [])], from: cancelled)
        #expect(another.stage == .running(nil))
    }

    @Test("an action has no effect in a state that does not offer it, and a second tap has none")
    func explores() {
        let actions: [NetworkCheckFlow.Action] = [
            .started, .cancelled, .reached(1, Self.step(1)), .reached(1, Self.step(2)),
            .ended(1, .success(Self.findings)), .ended(1, .failure(.offline)), .ended(2, .success(Self.findings)),
        ]
        let exploration = FlowExploration(from: NetworkCheckFlow(), actions) { before, action in
            // Checks are counted without end.
            action != .started || !"\(before)".contains("check: 3")
        }
        #expect(exploration.isComplete && exploration.steps.count > 80)
        for step in exploration.steps {
            let isOffered =
                switch step.action {
                case .started: step.before.canStart
                case .cancelled: step.before.canCancel
                default: false
                }
            #expect(step.effects.isEmpty != isOffered, "\(step.action) in \(step.before)")
            var twice = step.after
            #expect(twice.send(step.action) == [] && twice == step.after)
        }
    }

    @Test("effects report each step and the result, and end a canceled check")
    @MainActor func effects() async {
        let effects = NetworkCheckEffects { progress async throws(CallFailure) in
            await progress(Self.step(1))
            await progress(Self.step(2))
            return Self.findings
        }
        var steps = effects.progress.makeAsyncIterator()
        #expect(await effects.perform(.check(4)) == .ended(4, .success(Self.findings)))
        #expect(await steps.next() == .reached(4, Self.step(1)))
        #expect(await steps.next() == .reached(4, Self.step(2)))
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (never, held) = AsyncStream.makeStream(of: Void.self)
        let endless = NetworkCheckEffects { _ async throws(CallFailure) in
            begins.yield()
            // It ends when the task is cancelled.
            for await _ in never {}
            throw .offline
        }
        let store = FlowStore(NetworkCheckFlow(), effects: endless)
        store.send(.started)
        for await _ in begun { break }
        store.send(.cancelled)
        await store.settled()
        #expect(store.state.stage == .idle)
        held.finish()
    }
}
