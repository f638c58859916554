/// The current delay of packets as the wanted one changes: longer at once, or late packets are missed; shorter bit by bit, or sound
/// is played in a hurry. Pure: takes the time, in nanoseconds of one clock.
struct PlayoutHold: Sendable {
    /// The rate at which it becomes shorter, in seconds a second.
    private static let slope = 0.05

    /// In seconds.
    private(set) var delay = 0.0
    private var changedAt: UInt64?

    /// - Parameter wish: in seconds.
    mutating func follow(_ wish: Double, at now: UInt64) -> Double {
        let elapsed = changedAt.map { now > $0 ? Double(now - $0) / 1e9 : 0 } ?? 0
        changedAt = now
        delay = max(wish, delay - Self.slope * elapsed)
        return delay
    }
}
