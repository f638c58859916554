/// Allows `burst` events at once and `perSecond` in the long run. Pure; times in nanoseconds of a monotonic clock.
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

    /// Whether `count` more events are allowed now; counts them if so.
    ///
    /// - Parameter reserve: the tokens that must be left for later events.
    package mutating func take(_ count: UInt64 = 1, leaving reserve: UInt64 = 0, now: UInt64) -> Bool {
        let interval = 1_000_000_000 / perSecond
        let fresh = (max(now, refilled) - refilled) / interval
        if fresh > 0 {
            tokens = min(burst, tokens + min(fresh, burst))
            refilled += fresh * interval
        }
        guard tokens >= count + reserve else { return false }
        tokens -= count
        return true
    }
}
