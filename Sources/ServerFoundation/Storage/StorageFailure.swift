package import GRDB
import Synchronization

/// Why nothing can be stored for now. Nothing of the transaction was kept, and later ones may succeed.
package enum StorageFailure: Error, Equatable {
    case full
    /// The disk takes longer for a transaction than anybody waits, or another process holds the database.
    case slow
    /// The disk reports errors.
    case broken

    /// nil for what is no matter of the disk.
    package init?(_ error: DatabaseError) {
        switch error.resultCode.primaryResultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .slow
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY: self = .broken
        default: return nil
        }
    }
}

/// Counts the transactions that are under way, so that nobody queues behind a disk that has stopped.
package final class WriteQueue: Sendable {
    private struct State {
        var next: UInt64 = 0
        var started: [UInt64: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())
    private let timeout: Duration

    /// - Parameter timeout: how long one transaction may take, its waiting included, before no more are taken.
    package init(timeout: Duration) { self.timeout = timeout }

    /// A place in the queue; `StorageFailure.slow` while one of those before has waited for too long.
    package func enter(now: ContinuousClock.Instant = .now) throws(StorageFailure) -> UInt64 {
        let place = state.withLock { state -> UInt64? in
            // Few are under way at a time, and the oldest has the lowest number.
            if let oldest = state.started.min(by: { $0.key < $1.key }), now - oldest.value > timeout { return nil }
            state.next += 1
            state.started[state.next] = now
            return state.next
        }
        guard let place else { throw .slow }
        return place
    }

    package func leave(_ place: UInt64) { state.withLock { $0.started[place] = nil } }
}
