import ECallFlows
import Synchronization
import Testing

@Suite("Running a flow", .timeLimit(.minutes(1)))
@MainActor
struct FlowStoreTests {
    /// Wants as many effects as specified, numbered consecutively.
    private struct Numbering: Flow {
        var count = 0

        mutating func send(_ action: Int) -> [Int] {
            let first = count
            count += action
            return Array(first..<count)
        }
    }

    private final class Noting: FlowEffects {
        typealias F = Numbering

        private let begun = Mutex<[Int]>([])
        private let elsewhere = Mutex(0)
        var all: [Int] { begun.withLock { $0 } }
        /// How many did not begin on the main actor.
        var strayed: Int { elsewhere.withLock { $0 } }

        func perform(_ effect: Int) async -> Int? {
            if #isolation !== MainActor.shared { elsewhere.withLock { $0 += 1 } }
            begun.withLock { $0.append(effect) }
            // Others run meanwhile.
            await Task.yield()
            // The first one leads to one more.
            return effect == 0 ? 1 : nil
        }
    }

    @Test("effects start in the order in which the flow returns them, within one action and across several")
    func order() async {
        for _ in 0..<20 {
            let effects = Noting()
            let store = FlowStore(Numbering(), effects: effects)
            store.send(100)
            for _ in 0..<100 { store.send(1) }
            #expect(effects.all.isEmpty)
            await store.settled()
            #expect(effects.all == Array(0...200))
            #expect(effects.strayed == 0)
            #expect(store.state.count == 201)
        }
    }
}
