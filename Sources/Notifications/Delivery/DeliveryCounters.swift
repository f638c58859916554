import Synchronization

/// What delivers: each waits, fails and is counted by itself.
package enum DeliveryProvider: String, Sendable, Hashable, CaseIterable {
    case mail, sms, voip, alert
    case webPushCalls = "web_push_calls"
    case webPush = "web_push"
}

/// What became of what was handed to the providers since the server started: a snapshot, for metrics.
package struct DeliveryCounters: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package var sent = 0
        /// Tries that failed and are repeated.
        package var retried = 0
        /// Given up after a try: refused, or not sent before it lost its meaning.
        package var failed = 0
        /// Never tried to the end: the queue was full, something newer took its place, nobody was there, or the server
        /// stopped.
        package var dropped = 0
        /// What waits or is under way now.
        package var depth = 0
    }

    /// Of the configured providers.
    package var providers: [DeliveryProvider: Count] = [:]

    package init(providers: [DeliveryProvider: Count] = [:]) {
        self.providers = providers
    }
}

/// Where a queue writes its counts, and anyone reads them without waiting.
package final class DeliveryMeter: Sendable {
    private let state = Mutex(DeliveryCounters.Count())

    package var count: DeliveryCounters.Count { state.withLock { $0 } }
    package func set(_ count: DeliveryCounters.Count) { state.withLock { $0 = count } }
}
