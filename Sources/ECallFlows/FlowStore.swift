public import Observation

/// Runs a flow: holds its state for views and performs its effects.
@MainActor @Observable
public final class FlowStore<F: Flow> {
    public private(set) var state: F

    @ObservationIgnored private let effects: any FlowEffects<F>
    @ObservationIgnored private var tasks: [Int: Task<Void, Never>] = [:]
    @ObservationIgnored private var taskCount = 0
    @ObservationIgnored private var following: Task<Void, Never>?

    public init(_ state: F, effects: some FlowEffects<F>) {
        self.state = state
        self.effects = effects
    }

    isolated deinit {
        for task in tasks.values { task.cancel() }
        following?.cancel()
    }

    /// Handles a person's action; its results are handled as they arrive.
    public func send(_ action: F.Action) {
        for effect in state.send(action) { start(effect) }
    }

    /// Sends the actions that news translate to, as long as the store is held; nil sends nothing. Replaces the previous
    /// source.
    public func follow<News: Sendable>(
        _ news: AsyncStream<News>, _ action: @escaping @Sendable (News) -> F.Action?
    ) {
        following?.cancel()
        following = Task { [weak self] in
            for await item in news {
                if let action = action(item) { self?.send(action) }
            }
        }
    }

    /// Returns once nothing is in progress any more.
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
