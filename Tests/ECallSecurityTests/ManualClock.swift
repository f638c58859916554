import Synchronization

/// A clock that stands still until it is advanced.
final class ManualClock: Sendable {
    private let time = Mutex<UInt64>(1_000_000_000)
    var now: UInt64 { time.withLock { $0 } }
    func advance(milliseconds: UInt64) { time.withLock { $0 += milliseconds * 1_000_000 } }
}
