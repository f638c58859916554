import ECallAPI
import Foundation
import TestSupport
import Testing

@testable import CallEngine

/// Random histories: the published routes decide about every signal as the state machine does.
///
/// `SEED=n` repeats a printed run; `HISTORIES=100000` plays more of them than every run does.
@Suite("Random histories of relays", .timeLimit(.minutes(20)))
struct RelayHistoryTests {
    private static let steps = 40

    private struct Result: Sendable {
        var problem: String?
        var outcomes: [String: Int] = [:]
    }

    /// Plays histories from a seed, on all processors if there are many, up to the first difference.
    private static func play(_ count: UInt64, seed: UInt64, fault: RouteFault? = nil) async -> Result {
        await withTaskGroup(of: Result.self) { group in
            let share = count < 10_000 ? 1 : UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
            for part in 0..<share {
                group.addTask {
                    var result = Result()
                    for number in stride(from: part, to: count, by: Int(share)) where !Task.isCancelled {
                        var player = RelayHistoryPlayer(seed: (seed &+ number) &* 0x2545_F491_4F6C_DD1D, fault: fault)
                        let problem = player.play(steps: steps)
                        result.outcomes.merge(player.outcomes, uniquingKeysWith: +)
                        if let problem {
                            result.problem = "SEED=\(seed) history \(number), \(problem)"
                            break
                        }
                        // Other tests have time limits.
                        await Task.yield()
                    }
                    return result
                }
            }
            var all = Result()
            for await result in group {
                all.outcomes.merge(result.outcomes, uniquingKeysWith: +)
                guard let problem = result.problem else { continue }
                all.problem = all.problem ?? problem
                group.cancelAll()
            }
            return all
        }
    }

    @Test("routes decide as the calls do, in random histories")
    func histories() async {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64(1 << 40))
        let count = environment["HISTORIES"].flatMap(UInt64.init) ?? 400
        let start = ContinuousClock.now
        let result = await Self.play(count, seed: seed)
        let outcomes = result.outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        print(
            "measured: \(count) histories with \(result.outcomes.values.reduce(0, +)) outcomes of relays, SEED=\(seed), "
                + "\(ContinuousClock.now - start): \(outcomes.joined(separator: ", "))")
        #expect(result.problem == nil)
        let drops: [RelayDrop] = [
            .notRelayed, .noCall, .senderNotInCall, .noAddressee, .addresseeNotInCall, .toSelf, .senderNotKeyHost,
            .addresseeNotKeyHost, .notAsked,
        ]
        for outcome in ["delivered", "spread", "asked", "rotation seen"] + drops.map(\.rawValue) {
            #expect(result.outcomes[outcome] != nil, "\(outcome) did not occur")
        }
    }

    @Test("every fault in publishing is detected", arguments: RouteFault.allCases)
    func faults(fault: RouteFault) async {
        let result = await Self.play(400, seed: 7, fault: fault)
        #expect(result.problem != nil, "\(fault.rawValue) was not noticed")
    }

    @Test("a rotation that is heard of late counts only for the leave and the key host that it was for")
    func lateRotation() throws {
        var bench = ActiveCallsBench.connectedThree
        _ = bench.invite([4], by: Cast.alice)
        _ = bench.send(.join(ActiveCallsBench.call, by: Cast.dave))
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.carol))
        let seen = try #require(rotation(bench, by: Cast.alice))
        bench.advance(1)
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.dave))
        _ = bench.send(seen)
        #expect(bench.tick(after: 1).contains("handover_host 2 → 21"), "alice has not rotated since dave left")

        bench = .connectedThree
        _ = bench.invite([4], by: Cast.alice)
        _ = bench.send(.join(ActiveCallsBench.call, by: Cast.dave))
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.carol))
        let before = try #require(rotation(bench, by: Cast.alice))
        // At the same moment, and with the same time limit.
        _ = bench.send(.sessionClosed(Cast.alice))
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.dave))
        _ = bench.send(before)
        #expect(bench.keyHost == 2)
        #expect(bench.activeCalls.calls[ActiveCallsBench.call]?.rotationDueAt != nil, "bob has not rotated")
    }

    /// The event of a rotation that the device sends to bob, as of now.
    private func rotation(_ bench: ActiveCallsBench, by sender: DeviceIdentity) -> CallEngineEvent? {
        var routes = CallRoutes()
        for (id, call) in bench.activeCalls.calls { routes.update(id, to: call) }
        let signal = Signal.sample(.keyRotation, call: ActiveCallsBench.call, user: 2, device: 21)
        return routes.decideAtOnce(about: signal, from: sender)?.event
    }

    @Test("ended calls leave nothing behind")
    func leavesNothing() {
        var bench = ActiveCallsBench.connectedThree
        var routes = CallRoutes()
        func publish() {
            for (id, change) in bench.activeCalls.takeChanges().changed { routes.update(id, to: change.after) }
        }
        publish()
        #expect(routes.count == (1, 3))
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.carol))
        publish()
        #expect(routes.count == (1, 2))
        _ = bench.send(.end(ActiveCallsBench.call, by: Cast.alice))
        publish()
        #expect(routes.count == (0, 0))
    }
}
