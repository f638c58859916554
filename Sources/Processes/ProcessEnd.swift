import Synchronization

/// The end of a process: set once, awaited by many.
final class ProcessEnd: Sendable {
    private enum State {
        case running([Int: CheckedContinuation<ProcessExit?, Never>], next: Int)
        case ended(ProcessExit)
    }

    private let state = Mutex(State.running([:], next: 0))

    var isSet: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

    func set(_ exit: ProcessExit) {
        let waiting = state.withLock { state -> [CheckedContinuation<ProcessExit?, Never>] in
            guard case .running(let waiting, _) = state else { return [] }
            state = .ended(exit)
            return Array(waiting.values)
        }
        for continuation in waiting { continuation.resume(returning: exit) }
    }

    /// Runs `body` while the process is known not to have been reaped, so that its id is still its own.
    func whileRunning(_ body: () -> Void) {
        state.withLock { if case .running = $0 { body() } }
    }

    func value() async -> ProcessExit {
        let exit = await withCheckedContinuation { wait(number(), $0) }
        // This continuation is never cancelled.
        return exit ?? .code(-1)
    }

    /// Waits for the end; returns nil if the wait was cancelled.
    func valueUnlessCancelled() async -> ProcessExit? {
        let number = number()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(number, $0, isCancelled: Task.isCancelled) }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<ProcessExit?, Never>? in
                guard case .running(var waiting, let next) = state else { return nil }
                let continuation = waiting.removeValue(forKey: number)
                state = .running(waiting, next: next)
                return continuation
            }
            waiting?.resume(returning: nil)
        }
    }

    /// Assigns a number to a task that is about to wait.
    private func number() -> Int {
        state.withLock { state in
            guard case .running(let waiting, let next) = state else { return 0 }
            state = .running(waiting, next: next + 1)
            return next
        }
    }

    private func wait(
        _ number: Int, _ continuation: CheckedContinuation<ProcessExit?, Never>, isCancelled: Bool = false
    ) {
        let known = state.withLock { state -> ProcessExit?? in
            switch state {
            case .ended(let exit): return exit
            case .running where isCancelled: return .some(nil)
            case .running(var waiting, let next):
                waiting[number] = continuation
                state = .running(waiting, next: next)
                return nil
            }
        }
        if let known { continuation.resume(returning: known) }
    }
}
