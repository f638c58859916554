package import FrameCrypto
import Synchronization

/// The counters of one connection; written by streaming threads.
package final class TrackCounters: Sendable {
    private let value = Mutex(TrackStatistics())

    package init() {}

    package var current: TrackStatistics {
        value.withLock { $0 }
    }

    package func update<Result: Sendable>(_ body: (inout TrackStatistics) -> Result) -> Result {
        value.withLock { body(&$0) }
    }

    package func countDrop(_ reason: SealDrop) {
        value.withLock { $0.sealDrops[reason, default: 0] += 1 }
    }

    package func countDrop(_ reason: OpenDrop) {
        value.withLock { statistics in
            statistics.openDrops[reason, default: 0] += 1
            if statistics.opened > 0 { statistics.openDropsAfterFirst[reason, default: 0] += 1 }
        }
    }
}
