public import Observation

/// A flow that runs: holds its state for views, and does what it says.
@MainActor @Observable
public final class FlowStore<F: Flow> {
    public private(set) var state: F

    @ObservationIgnored private let effects: any FlowEffects<F>
    @ObservationIgnored private var tasks: [Int: Task<Void, Never>] = [:]
    @ObservationIgnored private var taskCount = 0

    public init(_ state: F, effects: some FlowEffects<F>) {
        self.state = state
        self.effects = effects
    }

    isolated deinit { for task in tasks.values { task.cancel() } }

    /// Takes in what a person does; what comes of it later is taken in by itself.
    public func send(_ action: F.Action) {
        for effect in state.send(action) { start(effect) }
    }

    /// Returns once nothing is under way any more.
    public func settled() async {
        while let task = tasks.values.first { await task.value }
    }

    private func start(_ effect: F.Effect) {
        taskCount += 1
        let (id, effects) = (taskCount, effects)
        tasks[id] = Task { [weak self] in
            let action = await effects.perform(effect)
            self?.ended(id, action)
        }
    }

    private func ended(_ id: Int, _ action: F.Action?) {
        tasks[id] = nil
        if let action { send(action) }
    }
}
