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
