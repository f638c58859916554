import Synchronization

/// The unstructured tasks of one session: tasks started here are cancelled, and awaited, when the session ends.
///
/// Forgotten with its owner, it cancels the tasks that still run.
public final class SessionTasks: Sendable {
    private struct State {
        var running: [UInt64: Task<Void, Never>] = [:]
        var count: UInt64 = 0
        var isOver = false
    }

    private let state = Mutex(State())

    public init() {}

    deinit {
        for task in state.withLock({ Array($0.running.values) }) { task.cancel() }
    }

    /// Starts work on the caller's isolation, in the order of the calls, like `Task`. Work that is started after the end is
    /// cancelled from its start.
    @discardableResult
    public func start(
        @_inheritActorContext @_implicitSelfCapture _ work:
            sending @escaping @isolated(any) () async -> Void
    ) -> Task<Void, Never> {
        // Not wrapped in another function, which would begin elsewhere and lose the order.
        let task = Task(operation: work)
        let (id, isOver) = state.withLock { state in
            state.count += 1
            state.running[state.count] = task
            return (state.count, state.isOver)
        }
        if isOver { task.cancel() }
        Task { [weak self] in
            await task.value
            self?.state.withLock { $0.running[id] = nil }
        }
        return task
    }

    /// Cancels running tasks, without waiting; tasks started from here on are cancelled as well.
    public func cancel() {
        let running = state.withLock { state in
            state.isOver = true
            return Array(state.running.values)
        }
        for task in running { task.cancel() }
    }

    /// Cancels running tasks, and returns once all of them have ended. Never called by one of them.
    public func end() async {
        cancel()
        while let (id, task) = state.withLock({ $0.running.first }) {
            await task.value
            state.withLock { $0.running[id] = nil }
        }
    }
}
