/// The message that is shown, and the queued ones. One at a time, without duplicates; urgent ones come first, and those that
/// have waited too long are dropped. Pure: the caller supplies the time, from a monotonic clock.
public struct ToastQueue<Words: Sendable & Equatable>: Sendable, Equatable {
    /// How long messages stay, and wait.
    public struct Rules: Sendable, Equatable {
        public var info = Duration.seconds(4)
        public var success = Duration.seconds(2.5)
        public var error = Duration.seconds(8)
        /// A message that waited longer is dropped, except for an error: it is shown late rather than never.
        public var longestWait = Duration.seconds(10)
        /// Limit of waiting messages, errors aside.
        public var mostWaiting = 3

        public init() {}

        func life(_ kind: Toast<Words>.Kind) -> Duration {
            switch kind {
            case .info: info
            case .success: success
            case .error: error
            }
        }
    }

    private struct Waiting: Sendable, Equatable {
        let toast: Toast<Words>
        let since: Duration
    }

    private let rules: Rules
    private var waiting: [Waiting] = []
    private var nextID = 1
    private var end: Duration?

    /// The message that is shown now.
    public private(set) var current: Toast<Words>?

    /// The moment at which `tick` has something to do; nil when nothing is shown.
    public var nextChange: Duration? { end }

    public init(rules: Rules = Rules()) { self.rules = rules }

    /// Shows a message, or queues it. Repeating the one that is shown restarts its time; repeating a queued one keeps its
    /// place. An error replaces anything else, which is queued then.
    public mutating func show(_ words: Words, _ kind: Toast<Words>.Kind, isFocused: Bool = false, at now: Duration) {
        tick(at: now)
        if let current, current.words == words, current.kind >= kind {
            end = now + rules.life(current.kind)
            return
        }
        guard !waiting.contains(where: { $0.toast.words == words && $0.toast.kind >= kind }) else { return }
        // Repeated with more urgency.
        waiting.removeAll { $0.toast.words == words }
        let toast = Toast(id: nextID, kind: kind, words: words, isFocused: isFocused)
        nextID += 1
        let interrupted = current
        guard let interrupted else { return present(toast, at: now) }
        guard kind == .error, interrupted.kind < .error else { return enqueue(toast, at: now) }
        present(toast, at: now)
        if interrupted.words != words { enqueue(interrupted, at: now, isFirst: true) }
    }

    /// Advances if the time of the current message is over.
    public mutating func tick(at now: Duration) {
        while let end, end <= now { advance(at: end, until: now) }
    }

    /// The person dismisses it. A message that isn't shown any more is ignored.
    public mutating func dismiss(_ id: Int, at now: Duration) {
        tick(at: now)
        if current?.id == id { advance(at: now, until: now) } else { waiting.removeAll { $0.toast.id == id } }
    }

    /// Drops all messages, such as after a sign-out.
    public mutating func removeAll() { (current, end, waiting) = (nil, nil, []) }

    private mutating func present(_ toast: Toast<Words>, at now: Duration) {
        current = toast
        end = now + rules.life(toast.kind)
    }

    private mutating func enqueue(_ toast: Toast<Words>, at now: Duration, isFirst: Bool = false) {
        let entry = Waiting(toast: toast, since: now)
        let place = waiting.firstIndex {
            isFirst ? $0.toast.kind <= toast.kind : $0.toast.kind < toast.kind
        }
        waiting.insert(entry, at: place ?? waiting.endIndex)
        // The least urgent, and of these the newest, goes: the oldest has waited longest.
        while waiting.count(where: { $0.toast.kind < .error }) > rules.mostWaiting { waiting.removeLast() }
    }

    /// The next one, from `moment` on.
    private mutating func advance(at moment: Duration, until now: Duration) {
        (current, end) = (nil, nil)
        let longest = rules.longestWait
        waiting.removeAll { $0.toast.kind < .error && $0.since + longest < moment }
        guard !waiting.isEmpty else { return }
        let next = waiting.removeFirst().toast
        // The clock has advanced past it meanwhile: a screen that slept shows it from now on.
        present(next, at: moment + rules.life(next.kind) <= now ? now : moment)
    }
}
