package import ECallAPI

/// Whether the time of day can be believed, judged by the moment a server ran last and by a clock that cannot be set. Pure.
///
/// A clock that is more than a day away from where it must be is doubted. What ends by age is not deleted then, and nobody
/// is signed out. It is believed again when it is back, or after an hour in step with the uptime, or when the operator
/// accepts it.
package struct ClockJudgement: Sendable {
    /// How far the clock is from where it must be.
    package struct Jump: Sendable, Equatable {
        /// The moment it must be now, at least.
        package let expected: Timestamp
        package let shown: Timestamp

        /// In milliseconds; negative for a clock that is behind.
        package var distance: Int64 { shown.milliseconds - expected.milliseconds }
        /// A machine that was off for so long is rare; a clock without a battery is not.
        package var isFar: Bool { distance > ClockJudgement.far }
    }

    package enum Event: Sendable, Equatable {
        case doubted(Jump)
        /// The clock is where it must be again.
        case undone
        /// It has gone on in step for an hour.
        case settled
    }

    private struct Reading { var (wall, uptime): (Timestamp, Duration) }

    /// In milliseconds, as are all of these.
    package static let tolerance: Int64 = 86_400_000
    package static let far: Int64 = 30 * 86_400_000
    /// How far both clocks may part while the wall clock counts as in step.
    private static let slack: Int64 = 60_000
    package static let settling = Duration.seconds(3600)

    /// The last reading that was believed; nil for a server that has never run.
    private var believed: Reading?
    /// While in doubt: since when the clock has been in step.
    private var steady: Reading?

    /// - Parameter lastSeen: when the server ran last; nil for a new one.
    package init(lastSeen: Timestamp?, uptime: Duration) {
        believed = lastSeen.map { Reading(wall: $0, uptime: uptime) }
    }

    package var isDoubted: Bool { steady != nil }

    /// Takes a reading of both clocks, and returns what has changed by it.
    ///
    /// - Parameter isSynchronized: whether a time server sets the clock. Asked only where a clock that is far ahead has been
    ///   in step for long enough.
    package mutating func observe(_ wall: Timestamp, uptime: Duration, isSynchronized: () -> Bool) -> Event? {
        let reading = Reading(wall: wall, uptime: uptime)
        guard let believed else {
            accept(wall, uptime: uptime)
            return nil
        }
        let jump = Jump(expected: Self.follow(believed, to: uptime), shown: wall)
        guard abs(jump.distance) > Self.tolerance else {
            defer { accept(wall, uptime: uptime) }
            return isDoubted ? .undone : nil
        }
        guard let steady else {
            self.steady = reading
            return .doubted(jump)
        }
        guard abs(wall.milliseconds - Self.follow(steady, to: uptime).milliseconds) <= Self.slack else {
            // Set once more: nothing that was seen before says anything of this one.
            self.steady = reading
            return nil
        }
        guard uptime - steady.uptime >= Self.settling, !jump.isFar || isSynchronized() else { return nil }
        accept(wall, uptime: uptime)
        return .settled
    }

    /// Believes the clock from now on.
    package mutating func accept(_ wall: Timestamp, uptime: Duration) {
        (believed, steady) = (Reading(wall: wall, uptime: uptime), nil)
    }

    /// The time that the server lives by. A doubted clock that is behind is not followed: what is stamped with a moment long
    /// gone would be past its life as soon as the clock is right.
    package func time(_ wall: Timestamp, uptime: Duration) -> Timestamp {
        guard isDoubted, let believed else { return wall }
        return max(wall, Self.follow(believed, to: uptime))
    }

    private static func follow(_ reading: Reading, to uptime: Duration) -> Timestamp {
        reading.wall.advanced(by: uptime - reading.uptime)
    }
}
