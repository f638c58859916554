import ECallFlows
import Synchronization

/// Effects that are recorded, and answered as a test specifies.
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
    /// The flow after these actions, whatever effects they want.
    func after(_ actions: Action...) -> Self {
        var flow = self
        for action in actions { _ = flow.send(action) }
        return flow
    }
}
