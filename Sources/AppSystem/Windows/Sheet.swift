import Synchronization

/// What comes of a sheet of the system, once: its delegate tells it, whichever thread that is on.
final class Sheet<Answer: Sendable>: Sendable {
    private let waiting = Mutex<CheckedContinuation<Answer, Never>?>(nil)

    /// Shows the sheet, and waits for what comes of it.
    @MainActor
    func answer(showing show: @MainActor () -> Void) async -> Answer {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0 = continuation }
            show()
        }
    }

    /// The first answer counts.
    func end(_ answer: Answer) {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(returning: answer)
    }
}
