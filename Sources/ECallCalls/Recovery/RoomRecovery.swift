import ECallCore

/// The moments at which a lost media connection is recreated, and given up. Pure: instants are monotonic nanoseconds. The page has
/// the same rule (`Tests/Vectors/media-recovery.json`).
struct RoomRecovery: Equatable {
    enum Step: Equatable {
        case attempt(after: Duration)
        case giveUp
    }

    /// A media connection that is lost again this soon does not count as one: no attempt at once follows.
    static let settling = Duration.seconds(2)

    /// The longest time for which the media connection may be lost.
    let limit: Duration
    private(set) var lostAt: UInt64?
    private var attempts = 0
    private var restoredAt: UInt64?

    init(limit: Duration) { self.limit = limit }

    /// Records the loss of the media connection. Nil when that is known and being handled.
    mutating func lost(now: UInt64) -> Step? {
        guard lostAt == nil else { return nil }
        lostAt = now
        if let restoredAt, Self.elapsed(from: restoredAt, to: now) < Self.settling {
            return failed(now: now, random: 0)
        }
        attempts = 0
        return .attempt(after: .zero)
    }

    /// Records a failed attempt; `random` in 0 ..< 1 spreads clients that lost the same media server.
    mutating func failed(now: UInt64, random: Double) -> Step {
        let delay = Backoff.media.delay(attempt: attempts, random: random)
        attempts += 1
        guard let lostAt, Self.elapsed(from: lostAt, to: now) + delay < limit else { return .giveUp }
        return .attempt(after: delay)
    }

    mutating func restored(now: UInt64) {
        lostAt = nil
        restoredAt = now
    }

    private static func elapsed(from start: UInt64, to end: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: end > start ? end - start : 0))
    }
}
