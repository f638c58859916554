import Synchronization

/// Counts down from any thread and reports when it reaches zero.
final class Countdown: Sendable {
    private let left: Mutex<Int>
    private let done: @Sendable () -> Void

    init(_ count: Int, done: @escaping @Sendable () -> Void) {
        left = Mutex(count)
        self.done = done
    }

    func down() {
        let isDone = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isDone { done() }
    }
}
