package import ECallAPI
import Synchronization

/// Counts events by key in a sliding window. Pure: the caller supplies the time.
package struct RateLimiter: Sendable {
    package let rate: Rate
    /// The times of each key's events, oldest first.
    private var events: [String: [Timestamp]] = [:]
    private var nextSweep = 1024

    package init(_ rate: Rate) { self.rate = rate }

    /// The number of keys, for the test that they do not leak.
    package var keyCount: Int { events.count }

    /// Counts one event; returns false, and counts nothing, if the key has reached the limit.
    package mutating func allow(_ key: String, at now: Timestamp) -> Bool {
        guard permits(key, at: now) else { return false }
        count(key, at: now)
        return true
    }

    /// Whether an event would be allowed; counts nothing.
    ///
    /// - Parameter factor: the number of shares that the key has.
    package mutating func permits(_ key: String, at now: Timestamp, times factor: Int = 1) -> Bool {
        forgetOld(key, at: now)
        return events[key]?.count ?? 0 < rate.count * factor
    }

    /// The number of the key's events in the window.
    package mutating func amount(_ key: String, at now: Timestamp) -> Int {
        forgetOld(key, at: now)
        return events[key]?.count ?? 0
    }

    /// Seconds until `count` more events of the key are allowed, or the whole limit if `count` exceeds it; nil when now.
    /// Counts nothing.
    package func wait(_ key: String, for count: Int = 1, at now: Timestamp) -> Int? {
        let begin = now.advanced(bySeconds: -rate.seconds)
        let recent = events[key, default: []].filter { $0 > begin }
        let excess = recent.count + min(count, rate.count) - rate.count
        guard excess > 0 else { return nil }
        // Allowed once this many of the oldest have left the window.
        let free = recent[excess - 1].advanced(bySeconds: rate.seconds)
        return max(1, Int((free.milliseconds - now.milliseconds + 999) / 1000))
    }

    /// Counts events that have happened, whether or not they were allowed.
    package mutating func count(_ key: String, _ count: Int = 1, at now: Timestamp) {
        if events.count >= nextSweep { sweep(at: now) }
        forgetOld(key, at: now)
        events[key, default: []].append(contentsOf: repeatElement(now, count: count))
    }

    private mutating func forgetOld(_ key: String, at now: Timestamp) {
        guard let moments = events[key], let last = moments.last else { return }
        // The clock was set back. Counted events stay counted for one window, and not for the length of the jump.
        if last > now.advanced(bySeconds: Self.disorder) { events[key] = moments.map { min($0, now) } }
        let begin = now.advanced(bySeconds: -rate.seconds)
        let old = moments.prefix { $0 <= begin }.count
        guard old > 0 else { return }
        if old == moments.count { events[key] = nil } else { events[key]?.removeFirst(old) }
    }

    /// Removes keys whose window has passed, so that memory is bounded by the traffic of one window.
    private mutating func sweep(at now: Timestamp) {
        let begin = now.advanced(bySeconds: -rate.seconds)
        events = events.filter { _, moments in moments.last.map { $0 > begin } ?? false }
        nextSweep = max(1024, events.count * 2)
    }

    /// The tolerance in seconds for simultaneous events out of order.
    private static let disorder = 60
}

package final class SharedRateLimiter: Sendable {
    private let limiter: Mutex<RateLimiter>

    package init(_ rate: Rate) { limiter = Mutex(RateLimiter(rate)) }

    package func allow(_ key: String, at now: Timestamp) -> Bool { limiter.withLock { $0.allow(key, at: now) } }

    /// Seconds until the key is allowed again; nil when now.
    package func wait(_ key: String, at now: Timestamp) -> Int? { limiter.withLock { $0.wait(key, at: now) } }

    /// Counts one event from an address, for each of its networks.
    package func allow(from address: String, at now: Timestamp) -> Bool {
        limiter.withLock { $0.allow(from: ClientAddress.tiers(address), at: now) }
    }
}

extension RateLimiter {
    /// Counts one event for all of the networks; returns false, and counts nothing, if one of them has reached the limit.
    package mutating func allow(from tiers: [ClientAddress.Tier], at now: Timestamp) -> Bool {
        guard permits(from: tiers, at: now) else { return false }
        for tier in tiers { count(tier.key, at: now) }
        return true
    }

    package mutating func permits(from tiers: [ClientAddress.Tier], at now: Timestamp) -> Bool {
        for tier in tiers where !permits(tier.key, at: now, times: tier.shares) { return false }
        return true
    }
}
