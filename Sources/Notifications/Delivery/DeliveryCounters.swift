import Synchronization

/// The delivery providers, each with its own queue, failures and counters.
package enum DeliveryProvider: String, Sendable, Hashable, CaseIterable {
    case mail, sms, voip, alert
    case webPushCalls = "web_push_calls"
    case webPush = "web_push"
}

/// The delivery results since the server started: a snapshot, for metrics.
package struct DeliveryCounters: Sendable, Equatable {
    package struct Count: Sendable, Equatable {
        package var sent = 0
        /// Attempts that failed and are retried.
        package var retried = 0
        /// Jobs given up after an attempt: refused, or expired.
        package var failed = 0
        /// Jobs never sent: the queue was full, a newer job replaced them, there was no recipient, or the server stopped.
        package var dropped = 0
        /// Queued and running jobs.
        package var depth = 0
    }

    /// The counts of the configured providers.
    package var providers: [DeliveryProvider: Count] = [:]

    package init(providers: [DeliveryProvider: Count] = [:]) {
        self.providers = providers
    }
}

/// The latest counts of a queue, readable without waiting.
package final class DeliveryMeter: Sendable {
    private let state = Mutex(DeliveryCounters.Count())

    package var count: DeliveryCounters.Count { state.withLock { $0 } }
    package func set(_ count: DeliveryCounters.Count) { state.withLock { $0 = count } }
}
