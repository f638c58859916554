import ECallAPI
import Foundation

/// Where the server gets the time of day from; tests hand in their own.
struct WallClock: Sendable {
    let now: @Sendable () -> Timestamp

    /// The same for those who judge certificates.
    var date: Date { Date(timeIntervalSince1970: Double(now().milliseconds) / 1000) }

    static let system = WallClock { Timestamp(Date()) }
}
