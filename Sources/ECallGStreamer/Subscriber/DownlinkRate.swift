/// How many bits a second a sender may send so that they all arrive here, from what arrives. Pure: takes the time, in
/// nanoseconds of one clock.
///
/// As the receiver's side of Google congestion control (draft-ietf-rmcat-gcc-02 section 5.5): 0.85 of what arrives when a
/// queue has grown or much is lost, less while the queue is long so that it becomes shorter, then 8 % more each second, at most 1.5 times what arrives; 16 % once nothing was too much
/// for a while: the line is wider than it was then.
struct DownlinkRate: Sendable {
    /// What came in the time since the last look.
    struct Arrival: Sendable, Equatable {
        /// Bits a second.
        var bitrate: Double
        /// 0 to 1.
        var loss: Double
        /// How much later than the quickest ones of late the quickest packets came, in seconds: a queue on the way.
        var queue: Double
    }

    static let lowest: Double = 60_000
    /// From here on nothing is limited.
    static let highest: Double = 4_000_000
    static let longestQueue = 0.1
    private static let shortQueue = 0.05
    /// What was said is answered by this time.
    private static let pause: UInt64 = 1_500_000_000
    /// By then the rate before the last drop is reached again: what is more was not tried yet.
    private static let far: UInt64 = 4_000_000_000

    /// Bits a second; nil while nothing is known to be too much.
    private(set) var rate: Double?
    private var changedAt: UInt64?
    private var loweredAt: UInt64?

    mutating func take(_ arrival: Arrival, at now: UInt64) {
        let elapsed = changedAt.map { Double(now &- $0) / 1e9 } ?? 0
        changedAt = now
        if arrival.loss > 0.1 || arrival.queue > Self.longestQueue {
            if let loweredAt, now < loweredAt &+ Self.pause { return }
            loweredAt = now
            // What arrives is what the line carries: also where the sender has not answered yet.
            let kept = min(0.85, max(0.6, 0.9 - arrival.queue / 2))
            rate = max(Self.lowest, min(rate ?? .infinity, arrival.bitrate) * kept)
        } else if let before = rate, arrival.loss < 0.02, arrival.queue < Self.shortQueue {
            let growth = now > (loweredAt ?? now) &+ Self.far ? 0.16 : 0.08
            let grown = min(before * (1 + growth * min(elapsed, 2)), max(before, 1.5 * arrival.bitrate))
            rate = grown < Self.highest ? grown : nil
        }
    }
}
