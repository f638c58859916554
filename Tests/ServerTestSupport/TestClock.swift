package import ECallAPI
package import ServerFoundation
import Synchronization

/// A clock that moves only when ordered.
package final class TestClock: Sendable {
    private let moment = Mutex(Timestamp(milliseconds: 1_772_360_430_000))

    package init() {}

    package var now: Timestamp { moment.withLock { $0 } }
    package func advance(seconds: Int) { moment.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

extension WallClock {
    /// The same time, but advancing by itself from now: for code that waits in real time.
    package var moving: WallClock {
        let (start, clock) = (ContinuousClock.now, self)
        return WallClock { clock.now().advanced(by: start.duration(to: .now)) }
    }
}
