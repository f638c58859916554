package import ECallAPI
import Synchronization

/// Counts events by key in a sliding window. Pure: the caller says what time it is.
package struct RateLimiter: Sendable {
    package let rate: Rate
    /// The moments of each key, the oldest first.
    private var events: [String: [Timestamp]] = [:]
    private var nextSweep = 1024

    package init(_ rate: Rate) { self.rate = rate }

    /// How many keys are held, for the test that they do not pile up.
    package var keyCount: Int { events.count }

    /// Counts one event; false, and nothing counted, when the key has had its share.
    package mutating func allow(_ key: String, at now: Timestamp) -> Bool {
        guard permits(key, at: now) else { return false }
        count(key, at: now)
        return true
    }

    /// Whether an event would be allowed; counts nothing.
    ///
    /// - Parameter factor: how many shares the key has.
    package mutating func permits(_ key: String, at now: Timestamp, times factor: Int = 1) -> Bool {
        forgetOld(key, at: now)
        return events[key]?.count ?? 0 < rate.count * factor
    }

    /// How many events of the key there were in the window.
    package mutating func amount(_ key: String, at now: Timestamp) -> Int {
        forgetOld(key, at: now)
        return events[key]?.count ?? 0
    }

    /// Seconds until `count` more events of the key may pass, or as many as ever may; nil when they may now. Counts nothing.
    package func wait(_ key: String, for count: Int = 1, at now: Timestamp) -> Int? {
        let begin = now.advanced(bySeconds: -rate.seconds)
        let recent = events[key, default: []].filter { $0 > begin }
        let excess = recent.count + min(count, rate.count) - rate.count
        guard excess > 0 else { return nil }
        // Once so many of the oldest have left the window.
        let free = recent[excess - 1].advanced(bySeconds: rate.seconds)
        return max(1, Int((free.milliseconds - now.milliseconds + 999) / 1000))
    }

    /// Counts events that have happened, whether there was room for them or not.
    package mutating func count(_ key: String, _ count: Int = 1, at now: Timestamp) {
        if events.count >= nextSweep { sweep(at: now) }
        forgetOld(key, at: now)
        events[key, default: []].append(contentsOf: repeatElement(now, count: count))
    }

    private mutating func forgetOld(_ key: String, at now: Timestamp) {
        guard let moments = events[key], let last = moments.last else { return }
        // The clock was set back. What was counted stays counted, for one window and not for as long as it jumped.
        if last > now.advanced(bySeconds: Self.disorder) { events[key] = moments.map { min($0, now) } }
        let begin = now.advanced(bySeconds: -rate.seconds)
        let old = moments.prefix { $0 <= begin }.count
        guard old > 0 else { return }
        if old == moments.count { events[key] = nil } else { events[key]?.removeFirst(old) }
    }

    /// Forgets keys whose window has passed, so that memory follows the traffic of one window only.
    private mutating func sweep(at now: Timestamp) {
        let begin = now.advanced(bySeconds: -rate.seconds)
        events = events.filter { _, moments in moments.last.map { $0 > begin } ?? false }
        nextSweep = max(1024, events.count * 2)
    }

    /// Seconds by which events that come at the same moment may be out of order.
    private static let disorder = 60
}

/// A rate limiter that many tasks share.
package final class SharedRateLimiter: Sendable {
    private let limiter: Mutex<RateLimiter>

    package init(_ rate: Rate) { limiter = Mutex(RateLimiter(rate)) }

    package func allow(_ key: String, at now: Timestamp) -> Bool { limiter.withLock { $0.allow(key, at: now) } }

    /// Seconds until the key may come again; nil when it may now.
    package func wait(_ key: String, at now: Timestamp) -> Int? { limiter.withLock { $0.wait(key, at: now) } }

    /// Counts one event from an address, for each of the networks that it is in.
    package func allow(from address: String, at now: Timestamp) -> Bool {
        limiter.withLock { $0.allow(from: ClientAddress.tiers(address), at: now) }
    }
}

extension RateLimiter {
    /// Counts one event for all of the networks; false, and nothing counted, when one of them has had its share.
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
