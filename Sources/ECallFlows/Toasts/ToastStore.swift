public import ECallCore
public import Observation

/// Runs a queue of messages: holds the current one for views and removes it when its time is over.
@MainActor @Observable
public final class ToastStore<Words: Sendable & Equatable> {
    /// The message that is shown now.
    public var current: Toast<Words>? { queue.current }

    private var queue: ToastQueue<Words>
    @ObservationIgnored private let time: any TimeSource
    @ObservationIgnored private var waiting: Task<Void, Never>?

    public init(rules: ToastQueue<Words>.Rules = .init(), time: any TimeSource = SystemTime()) {
        queue = ToastQueue(rules: rules)
        self.time = time
    }

    isolated deinit { waiting?.cancel() }

    /// Shows a message, or queues it.
    ///
    /// - Parameter isFocused: whether what is behind it is covered until it goes.
    public func show(_ words: Words, _ kind: Toast<Words>.Kind, isFocused: Bool = false) {
        change { $0.show(words, kind, isFocused: isFocused, at: $1) }
    }

    /// Dismisses the message for a person.
    public func dismiss(_ id: Int) { change { $0.dismiss(id, at: $1) } }

    /// Drops all messages, such as after a sign-out.
    public func removeAll() { change { queue, _ in queue.removeAll() } }

    private func change(_ change: (inout ToastQueue<Words>, _ now: Duration) -> Void) {
        waiting?.cancel()
        let now = Duration.nanoseconds(Int64(clamping: time.nanoseconds()))
        change(&queue, now)
        guard let next = queue.nextChange else { return }
        waiting = Task { [weak self, time] in
            guard (try? await time.sleep(for: next - now)) != nil else { return }
            self?.change { $0.tick(at: $1) }
        }
    }
}
