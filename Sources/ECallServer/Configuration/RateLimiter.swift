import ECallAPI
import Synchronization

/// Counts events by key in a sliding window. Pure: the caller says what time it is.
struct RateLimiter: Sendable {
    let rate: Rate
    private var events: [String: [Timestamp]] = [:]
    private var nextSweep = 1024

    init(_ rate: Rate) { self.rate = rate }

    /// How many keys are held, for the test that they do not pile up.
    var keyCount: Int { events.count }

    /// Counts one event; false, and nothing counted, when the key has had its share.
    mutating func allow(_ key: String, at now: Timestamp) -> Bool {
        if events.count >= nextSweep { sweep(at: now) }
        let begin = now.advanced(bySeconds: -rate.seconds)
        var recent = events[key, default: []].filter { $0 > begin }
        guard recent.count < rate.count else {
            events[key] = recent
            return false
        }
        recent.append(now)
        events[key] = recent
        return true
    }

    /// Seconds until `count` more events of the key may pass, or as many as ever may; nil when they may now. Counts nothing.
    func wait(_ key: String, for count: Int = 1, at now: Timestamp) -> Int? {
        let begin = now.advanced(bySeconds: -rate.seconds)
        let recent = events[key, default: []].filter { $0 > begin }
        let excess = recent.count + min(count, rate.count) - rate.count
        guard excess > 0 else { return nil }
        // Once so many of the oldest have left the window.
        let free = recent[excess - 1].advanced(bySeconds: rate.seconds)
        return max(1, Int((free.milliseconds - now.milliseconds + 999) / 1000))
    }

    /// Counts events that have happened, whether there was room for them or not.
    mutating func count(_ key: String, _ count: Int = 1, at now: Timestamp) {
        if events.count >= nextSweep { sweep(at: now) }
        let begin = now.advanced(bySeconds: -rate.seconds)
        events[key] = events[key, default: []].filter { $0 > begin } + Array(repeating: now, count: count)
    }

    /// Forgets keys whose window has passed, so that memory follows the traffic of one window only.
    private mutating func sweep(at now: Timestamp) {
        let begin = now.advanced(bySeconds: -rate.seconds)
        events = events.filter { _, moments in moments.last.map { $0 > begin } ?? false }
        nextSweep = max(1024, events.count * 2)
    }
}

/// A rate limiter that many tasks share.
final class SharedRateLimiter: Sendable {
    private let limiter: Mutex<RateLimiter>

    init(_ rate: Rate) { limiter = Mutex(RateLimiter(rate)) }

    func allow(_ key: String, at now: Timestamp) -> Bool { limiter.withLock { $0.allow(key, at: now) } }
}
