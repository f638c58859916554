@testable import ECallFlows

/// Every state that a flow reaches by some actions, and each of these actions in each of the states.
struct FlowExploration<F: Flow> {
    struct Step {
        let before: F
        let action: F.Action
        let effects: [F.Effect]
        let after: F
    }

    private(set) var steps: [Step] = []
    /// Whether all states were found: an exploration that is cut off proves nothing.
    private(set) var isComplete = true

    /// - Parameters:
    ///   - most: how many states there may be.
    ///   - follow: whether an action is sent on from a state; all are tried there.
    init(
        from start: F, _ actions: [F.Action], most: Int = 4_000,
        follow: (_ before: F, _ action: F.Action) -> Bool = { _, _ in true }
    ) {
        var (known, waiting): (Set<String>, [F]) = (["\(start)"], [start])
        while let before = waiting.popLast() {
            for action in actions {
                var after = before
                let effects = after.send(action)
                steps.append(Step(before: before, action: action, effects: effects, after: after))
                guard after != before, follow(before, action), known.insert("\(after)").inserted else { continue }
                guard known.count <= most else {
                    isComplete = false
                    return
                }
                waiting.append(after)
            }
        }
    }
}
