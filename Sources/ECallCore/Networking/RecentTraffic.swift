import Synchronization

/// The recent traffic of a connection. Instants are monotonic nanoseconds.
final class RecentTraffic: Sendable {
    /// Sealed sound alone is four times as much and more; refreshing an allocation, a hundredth of it.
    private static let media = 2_000
    /// In nanoseconds. This interval and the one before are counted: half a second at least, and a second at most.
    private static let window: UInt64 = 500_000_000

    private struct State {
        var number: UInt64 = 0
        var current = 0
        var former = 0

        mutating func move(to now: UInt64) {
            let next = now / RecentTraffic.window
            guard next != number else { return }
            (former, current, number) = (next == number &+ 1 ? current : 0, 0, next)
        }
    }
    private let state = Mutex(State())

    func add(_ bytes: Int, now: UInt64) {
        state.withLock { state in
            state.move(to: now)
            state.current += bytes
        }
    }

    /// Whether it was as much as media are.
    func isMedia(now: UInt64) -> Bool {
        state.withLock { state in
            state.move(to: now)
            return state.former + state.current >= Self.media
        }
    }
}
