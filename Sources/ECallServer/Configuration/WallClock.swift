import ECallAPI
import Foundation

/// Where the server gets the time of day from; tests hand in their own.
struct WallClock: Sendable {
    let now: @Sendable () -> Timestamp

    static let system = WallClock { Timestamp(Date()) }
}
