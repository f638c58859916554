package import ECallAPI
package import Foundation

/// Where the server gets the time of day from; tests hand in their own.
package struct WallClock: Sendable {
    package let now: @Sendable () -> Timestamp
    /// Whether the time may be wrong by more than a day: then nothing is deleted by its age, and nobody is signed out.
    package let isDoubted: @Sendable () -> Bool

    package init(now: @escaping @Sendable () -> Timestamp, isDoubted: @escaping @Sendable () -> Bool = { false }) {
        (self.now, self.isDoubted) = (now, isDoubted)
    }

    /// The same for those who judge certificates.
    package var date: Date { Date(timeIntervalSince1970: Double(now().milliseconds) / 1000) }

    package static let system = WallClock { Timestamp(Date()) }
}

extension Timestamp {
    package func advanced(by duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        return Self(milliseconds: milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
