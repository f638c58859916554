import Synchronization

/// What delivers: each waits, fails and is counted by itself.
enum DeliveryProvider: String, Sendable, Hashable, CaseIterable {
    case mail, sms, voip, alert
}

/// What became of what was handed to the providers since the server started: a moment's picture, for metrics.
struct DeliveryCounters: Sendable, Equatable {
    struct Count: Sendable, Equatable {
        var sent = 0
        /// Tries that failed and are repeated.
        var retried = 0
        /// Given up after a try: refused, or not sent before it lost its meaning.
        var failed = 0
        /// Never tried to the end: the queue was full, something newer took its place, nobody was there, or the server
        /// stopped.
        var dropped = 0
        /// What waits or is under way now.
        var depth = 0
    }

    /// Of the configured providers.
    var providers: [DeliveryProvider: Count] = [:]
}

/// Where a queue writes its counts, and anyone reads them without waiting.
final class DeliveryMeter: Sendable {
    private let state = Mutex(DeliveryCounters.Count())

    var count: DeliveryCounters.Count { state.withLock { $0 } }
    func set(_ count: DeliveryCounters.Count) { state.withLock { $0 = count } }
}
