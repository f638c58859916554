package import ECallAPI

/// Judges whether the time of day can be trusted, by when a server last ran and by a monotonic clock. Pure.
///
/// A clock that is more than a day away from the expected time is doubted. Then nothing is deleted by age, and no one is
/// signed out. It is trusted again when it is back, or after an hour in step with the uptime, or when the operator accepts
/// it.
package struct ClockJudgement: Sendable {
    /// The difference between the clock and the expected time.
    package struct Jump: Sendable, Equatable {
        /// The earliest possible time.
        package let expected: Timestamp
        package let shown: Timestamp

        /// In milliseconds; negative for a clock that is behind.
        package var distance: Int64 { shown.milliseconds - expected.milliseconds }
        /// A machine that was off for so long is rare; a clock without a battery is not.
        package var isFar: Bool { distance > ClockJudgement.far }
    }

    package enum Event: Sendable, Equatable {
        case doubted(Jump)
        /// The clock is back at the expected time.
        case undone
        /// The clock has run in step with the uptime for an hour.
        case settled
    }

    private struct Reading { var (wall, uptime): (Timestamp, Duration) }

    /// In milliseconds, as are all of these.
    package static let tolerance: Int64 = 86_400_000
    package static let far: Int64 = 30 * 86_400_000
    /// The difference of both clocks up to which the wall clock counts as in step.
    private static let slack: Int64 = 60_000
    package static let settling = Duration.seconds(3600)

    /// The last trusted reading; nil for a server that has never run.
    private var believed: Reading?
    /// The reading since which the clock has been in step; nil while it is trusted.
    private var steady: Reading?

    /// - Parameter lastSeen: when the server last ran; nil for a new one.
    package init(lastSeen: Timestamp?, uptime: Duration) {
        believed = lastSeen.map { Reading(wall: $0, uptime: uptime) }
    }

    package var isDoubted: Bool { steady != nil }

    /// Records a reading of both clocks, and returns the resulting change.
    ///
    /// - Parameter isSynchronized: whether a time server sets the clock. Called only if a clock that is far ahead has been
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
            // The clock was set again, so earlier readings do not count.
            self.steady = reading
            return nil
        }
        guard uptime - steady.uptime >= Self.settling, !jump.isFar || isSynchronized() else { return nil }
        accept(wall, uptime: uptime)
        return .settled
    }

    /// Trusts the clock from now on.
    package mutating func accept(_ wall: Timestamp, uptime: Duration) {
        (believed, steady) = (Reading(wall: wall, uptime: uptime), nil)
    }

    /// The server's time. A doubted clock that is behind is not followed: timestamps from a moment long past would be
    /// expired as soon as the clock is right.
    package func time(_ wall: Timestamp, uptime: Duration) -> Timestamp {
        guard isDoubted, let believed else { return wall }
        return max(wall, Self.follow(believed, to: uptime))
    }

    private static func follow(_ reading: Reading, to uptime: Duration) -> Timestamp {
        reading.wall.advanced(by: uptime - reading.uptime)
    }
}
