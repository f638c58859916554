import ECallAPI
import ECallCalls
import Testing

@testable import ECallCommandLine

@Suite("Following a call", .timeLimit(.minutes(1)))
struct FollowingRuleTests {
    private static let summary = CallSummary(id: 17, reason: .hungUp, problem: nil, statistics: CallStatistics())

    private func actions(hasStarted: Bool = false, _ steps: [FollowingRule.Step]) -> [String] {
        var rule = FollowingRule(hasStarted: hasStarted)
        return steps.map { step in
            switch rule.take(step) {
            case .wait: "wait"
            case .hangUp: "hang up"
            case .limit(let duration): "\(duration.components.seconds) s"
            case .finish(.success(let summary)): summary == nil ? "lost" : "ended"
            case .finish(.failure(let failure)): "\(failure)"
            }
        }
    }

    @Test(
        "each order of events has its result",
        arguments: [
            ([.started(.success(17)), .ended(summary)], ["wait", "ended"]),
            // Its end may be read before its start is known.
            ([.ended(summary), .started(.success(17))], ["wait", "ended"]),
            ([.started(.failure(.alreadyInCall))], ["alreadyInCall"]),
            ([.ended(nil), .started(.failure(.noCall))], ["wait", "noCall"]),
            ([.started(.success(17)), .ended(nil)], ["wait", "lost"]),
            // Interrupted after the start.
            (
                [.started(.success(17)), .interrupted, .hungUp(succeeded: true), .ended(summary)],
                ["wait", "hang up", "15 s", "ended"]
            ),
            (
                [.started(.success(17)), .interrupted, .ended(summary), .hungUp(succeeded: true)],
                ["wait", "hang up", "wait", "ended"]
            ),
            (
                [.started(.success(17)), .interrupted, .hungUp(succeeded: false), .timeUp],
                ["wait", "hang up", "2 s", "lost"]
            ),
            // Before it: at the first hang-up there may have been no call yet, so it is hung up again.
            (
                [
                    .interrupted, .hungUp(succeeded: false), .started(.success(17)), .hungUp(succeeded: true),
                    .ended(summary),
                ], ["hang up", "wait", "hang up", "15 s", "ended"]
            ),
            (
                [
                    .interrupted, .started(.success(17)), .hungUp(succeeded: false), .hungUp(succeeded: true),
                    .ended(summary),
                ], ["hang up", "wait", "hang up", "15 s", "ended"]
            ),
            (
                [.interrupted, .started(.failure(.noCall)), .hungUp(succeeded: true)],
                ["hang up", "wait", "noCall"]
            ),
            (
                [.interrupted, .ended(summary), .started(.success(17)), .hungUp(succeeded: true)],
                ["hang up", "wait", "wait", "ended"]
            ),
        ] as [([FollowingRule.Step], [String])])
    func orders(steps: [FollowingRule.Step], expected: [String]) {
        #expect(actions(steps) == expected)
    }

    @Test("a call that runs already is hung up once")
    func running() {
        #expect(
            actions(hasStarted: true, [.interrupted, .hungUp(succeeded: true), .ended(Self.summary)])
                == ["hang up", "15 s", "ended"])
    }
}
