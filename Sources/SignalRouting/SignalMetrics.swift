import ECallAPI
package import ServerFoundation

extension SignalSessions {
    /// Exposes signal outcomes and queue lengths.
    package nonisolated func collect(into metrics: MetricsRegistry) {
        metrics.collect(.signals) {
            await self.outcomes.map { event, count in
                (["type": event.kind?.rawValue ?? "unknown", "outcome": event.outcome], Double(count))
            }
        }
        metrics.collect(.mailbox) {
            await self.mailboxDepth.waiting.map { (["type": $0.key.rawValue], Double($0.value)) }
        }
        metrics.collect(.mailboxOverflow) { [(.none, Double(await self.mailboxDepth.overflow))] }
    }
}
