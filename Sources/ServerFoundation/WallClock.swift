package import ECallAPI
package import Foundation

/// Where the server gets the time of day from; tests hand in their own.
package struct WallClock: Sendable {
    package let now: @Sendable () -> Timestamp

    package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

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
