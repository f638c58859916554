package import ECallAPI
package import Foundation

/// The server's source of the time of day, which tests replace.
package struct WallClock: Sendable {
    package let now: @Sendable () -> Timestamp
    /// Whether the time may be wrong by more than a day: then nothing is deleted by age, and no one is signed out.
    package let isDoubted: @Sendable () -> Bool

    package init(now: @escaping @Sendable () -> Timestamp, isDoubted: @escaping @Sendable () -> Bool = { false }) {
        (self.now, self.isDoubted) = (now, isDoubted)
    }

    /// The time as a `Date`, for checking certificates.
    package var date: Date { Date(timeIntervalSince1970: Double(now().milliseconds) / 1000) }

    package static let system = WallClock { Timestamp(Date()) }
}

extension Timestamp {
    package func advanced(by duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        return Self(milliseconds: milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
