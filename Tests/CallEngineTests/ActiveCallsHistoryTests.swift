import ECallAPI
import Foundation
import Testing

@testable import CallEngine

/// Random histories: after every step, in any order of events, the invariants of `HistoryChecker` hold.
///
/// `SEED=n` repeats a printed run; `HISTORIES=100000` plays more of them than every run does.
@Suite("Random histories", .timeLimit(.minutes(20)))
struct ActiveCallsHistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let steps = 40

    /// Plays histories from a seed, on all processors if there are many; returns the first failure.
    private static func play(_ count: UInt64, seed: UInt64, mutation: Mutation? = nil) async -> String? {
        await withTaskGroup(of: String?.self) { group in
            let share = count < 10_000 ? 1 : UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
            for part in 0..<share {
                group.addTask {
                    for number in stride(from: part, to: count, by: Int(share)) {
                        var player = HistoryPlayer(seed: (seed &+ number) &* 0x2545_F491_4F6C_DD1D, mutation: mutation)
                        if let problem = player.play(steps: steps) {
                            return "SEED=\(seed) history \(number), \(problem)"
                        }
                        if Task.isCancelled { return nil }
                        // Other tests have time limits.
                        await Task.yield()
                    }
                    return nil
                }
            }
            for await problem in group {
                guard let problem else { continue }
                group.cancelAll()
                return problem
            }
            return nil
        }
    }

    @Test("the invariants hold in random histories")
    func histories() async {
        let seed = Self.environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64(1 << 40))
        let count = Self.environment["HISTORIES"].flatMap(UInt64.init) ?? 400
        let start = ContinuousClock.now
        let problem = await Self.play(count, seed: seed)
        print("measured: \(count) histories of \(Self.steps) steps, SEED=\(seed), \(ContinuousClock.now - start)")
        #expect(problem == nil)
    }

    @Test("every mutation of the machine is detected", arguments: Mutation.allCases)
    func mutations(mutation: Mutation) async {
        let problem = await Self.play(1000, seed: 7, mutation: mutation)
        #expect(problem != nil, "\(mutation.rawValue) was not noticed")
    }
}
