/// Lets `burst` events through at once and `perSecond` in the long run. Pure; times in nanoseconds of a monotonic clock.
package struct TokenBucket: Sendable {
    private let perSecond: UInt64
    private let burst: UInt64
    private var tokens: UInt64
    private var refilled: UInt64

    package init(perSecond: UInt64, burst: UInt64, now: UInt64) {
        self.perSecond = perSecond
        self.burst = burst
        tokens = burst
        refilled = now
    }

    /// Whether one more event may pass now; counts it when it does.
    package mutating func take(now: UInt64) -> Bool {
        let interval = 1_000_000_000 / perSecond
        let fresh = (max(now, refilled) - refilled) / interval
        if fresh > 0 {
            tokens = min(burst, tokens + min(fresh, burst))
            refilled += fresh * interval
        }
        guard tokens > 0 else { return false }
        tokens -= 1
        return true
    }
}
