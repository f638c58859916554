/// Lets at most one key-frame request pass in an interval. Pure: takes the time, in nanoseconds of one clock.
struct KeyFrameThrottle: Sendable {
    private let interval: UInt64
    private var last: UInt64?

    init(milliseconds: UInt64) {
        interval = milliseconds * 1_000_000
    }

    /// True when a request may be made now, which counts as made.
    mutating func allow(at now: UInt64) -> Bool {
        if let last, now < last &+ interval { return false }
        last = now
        return true
    }
}
