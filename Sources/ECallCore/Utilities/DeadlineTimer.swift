/// Wakes the owner of a state machine at its deadline. It may wake too early, never too late: postponing a deadline leaves the
/// timer as it is.
struct DeadlineTimer {
    private let time: any TimeSource
    private let tasks: SessionTasks
    private var scheduled: UInt64?
    private var task: Task<Void, Never>?

    init(time: any TimeSource, tasks: SessionTasks) {
        self.time = time
        self.tasks = tasks
    }

    /// Calls `wake` at `deadline`, in nanoseconds of the time source; nil calls nothing.
    mutating func schedule(_ deadline: UInt64?, wake: @escaping @Sendable () async -> Void) {
        guard let deadline else { return cancel() }
        let now = time.nanoseconds()
        if let scheduled, scheduled <= deadline, scheduled > now { return }
        task?.cancel()
        scheduled = deadline
        task = tasks.start { [time] in
            do {
                try await time.sleep(until: deadline)
                await wake()
            } catch {
                // Cancelled: another deadline was earlier.
            }
        }
    }

    mutating func cancel() {
        task?.cancel()
        task = nil
        scheduled = nil
    }
}
