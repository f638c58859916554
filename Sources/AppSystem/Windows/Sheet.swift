import Synchronization

/// The single answer of a system sheet: its delegate delivers it, on any thread.
final class Sheet<Answer: Sendable>: Sendable {
    private let waiting = Mutex<CheckedContinuation<Answer, Never>?>(nil)

    /// Shows the sheet, and waits for its answer.
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
