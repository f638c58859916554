/// The bitrate at which all of a sender's packets arrive here, in bits a second, by what arrives. Pure: takes the time, in
/// nanoseconds of one clock.
///
/// As the receiver's side of Google congestion control (draft-ietf-rmcat-gcc-02 section 5.5): 0.85 of the arriving bitrate when a
/// queue has grown or much is lost, less while the queue is long so that it becomes shorter; then more each second, at most 1.5
/// times the arriving bitrate: 4 % near the rate that was too much the last time, and 25 % far from it.
struct DownlinkRate: Sendable {
    /// The packets that arrived since the last look.
    struct Arrival: Sendable, Equatable {
        /// Bits a second.
        var bitrate: Double
        /// 0 to 1.
        var loss: Double
        /// The delay of the fastest packets above the fastest recent one, in seconds: the queue in the network.
        var queue: Double
    }

    static let lowest: Double = 60_000
    /// From here on nothing is limited.
    static let highest: Double = 4_000_000
    static let longestQueue = 0.1
    private static let shortQueue = 0.05
    /// The sender has reacted to a report after this time.
    private static let pause: UInt64 = 1_500_000_000
    /// The range near the rate that the network carried when it was too much.
    private static let near = 0.8...1.15
    private static let growth = (near: 0.04, far: 0.25)

    /// Bits a second; nil while nothing is known to be too much.
    private(set) var rate: Double?
    private var changedAt: UInt64?
    private var loweredAt: UInt64?
    /// The rate that the network carried when it was too much the last time, in bits a second.
    private var limit: Double = 0

    mutating func take(_ arrival: Arrival, at now: UInt64) {
        let elapsed = changedAt.map { Double(now &- $0) / 1e9 } ?? 0
        changedAt = now
        if arrival.loss > 0.1 || arrival.queue > Self.longestQueue {
            if let loweredAt, now < loweredAt &+ Self.pause { return }
            loweredAt = now
            // The bitrate that arrives is what the network can carry, even if the sender has not reacted yet.
            limit = min(rate ?? .infinity, arrival.bitrate)
            let kept = min(0.85, max(0.6, 0.9 - arrival.queue / 2))
            rate = max(Self.lowest, limit * kept)
        } else if let before = rate, arrival.loss < 0.02, arrival.queue < Self.shortQueue {
            let growth = Self.near.contains(before / max(limit, 1)) ? Self.growth.near : Self.growth.far
            let grown = min(before * (1 + growth * min(elapsed, 2)), max(before, 1.5 * arrival.bitrate))
            rate = grown < Self.highest ? grown : nil
        }
    }
}
