/// The limit of key frames for others: three soon after one another, for those who join together, and one a second in the long run;
/// an SFU with many receivers would otherwise turn the stream into key frames. No request is forgotten: its key frame is made when
/// it may be. Pure: takes the time, in nanoseconds of one clock.
struct KeyFrameLimiter: Sendable {
    private static let gap: UInt64 = 250_000_000
    private static let interval: UInt64 = 1_000_000_000
    private static let burst: UInt64 = 3

    /// The instants of the last requests that passed, oldest first.
    private var passed: [UInt64] = []
    private var isOwed = false

    /// Records a request; true when a key frame may be made now, which counts as made.
    mutating func request(at now: UInt64) -> Bool {
        isOwed = true
        return isDue(at: now)
    }

    /// Whether one that is owed may be made now, which counts as made. To be asked at every picture.
    mutating func isDue(at now: UInt64) -> Bool {
        guard isOwed else { return false }
        if let last = passed.last, now < last &+ Self.gap { return false }
        if passed.count == Self.burst, now < passed[0] &+ Self.burst * Self.interval { return false }
        if passed.count == Self.burst { passed.removeFirst() }
        passed.append(now)
        isOwed = false
        return true
    }
}
