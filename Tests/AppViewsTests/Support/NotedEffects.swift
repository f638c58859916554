import ECallFlows
import Synchronization

/// Effects that are noted, and answered as a test says.
final class NotedEffects<F: Flow>: FlowEffects {
    private let noted = Mutex<[F.Effect]>([])
    private let answer: @Sendable (F.Effect) -> F.Action?

    init(answer: @escaping @Sendable (F.Effect) -> F.Action? = { _ in nil }) { self.answer = answer }

    var all: [F.Effect] { noted.withLock { $0 } }

    func perform(_ effect: F.Effect) async -> F.Action? {
        noted.withLock { $0.append(effect) }
        return answer(effect)
    }
}

extension Flow {
    /// The flow after these actions, whatever they want to be done.
    func after(_ actions: Action...) -> Self {
        var flow = self
        for action in actions { _ = flow.send(action) }
        return flow
    }
}
