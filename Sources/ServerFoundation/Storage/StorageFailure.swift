package import GRDB
import Synchronization

/// The reason why nothing can be stored for now. The transaction was rolled back, and later ones may succeed.
package enum StorageFailure: Error, Equatable {
    case full
    /// The disk takes too long for a transaction, or another process holds the database.
    case slow
    /// The disk reports errors.
    case broken

    /// A sentence for an operator whose command has failed.
    package var sentence: String {
        switch self {
        case .full: "Nothing was changed: the disk of the database is full. Free some space there, then try again."
        case .slow: "Nothing was changed: the database did not answer for five seconds. Try again."
        case .broken: "Nothing was changed: the disk of the database reports errors, which dmesg shows."
        }
    }

    /// Returns nil for errors that are not the disk's.
    package init?(_ error: DatabaseError) {
        switch error.resultCode.primaryResultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .slow
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY: self = .broken
        default: return nil
        }
    }
}

/// Tracks running transactions, so that no request queues behind a stalled disk.
package final class WriteQueue: Sendable {
    private struct State {
        var next: UInt64 = 0
        var started: [UInt64: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())
    private let timeout: Duration

    /// - Parameter timeout: the longest time of one transaction, including waiting, before no more are accepted.
    package init(timeout: Duration) { self.timeout = timeout }

    /// Returns a place in the queue; throws `StorageFailure.slow` while an earlier one has waited for too long.
    package func enter(now: ContinuousClock.Instant = .now) throws(StorageFailure) -> UInt64 {
        let place = state.withLock { state -> UInt64? in
            // Few are running at a time, and the oldest has the lowest number.
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
