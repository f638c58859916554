import ECallAPI
import ECallLanguage
import Synchronization

/// Sentences about one call, each reported once, including while the call is torn down; none after its end.
final class CallNotices: Sendable {
    private struct State {
        var call: CallID?
        var told: Set<Text> = []
        var isOver = false
    }
    private let state = Mutex(State())
    private let report: @Sendable (CallEvent) -> Void

    init(report: @escaping @Sendable (CallEvent) -> Void) { self.report = report }

    func begin(_ call: CallID) { state.withLock { $0.call = call } }

    func tell(_ text: Text) {
        state.withLock { state in
            guard !state.isOver, state.told.insert(text).inserted else { return }
            report(.notice(state.call ?? 0, text))
        }
    }

    /// Forgets the reported notices: each is reported again when it occurs again.
    func forget() { state.withLock { $0.told = [] } }

    func end() { state.withLock { $0.isOver = true } }
}
