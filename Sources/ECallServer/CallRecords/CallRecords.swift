import CallEngine
import ECallAPI
import ServerFoundation
import SignalRouting

/// Stores calls: running ones, so that they survive the process, and all for the history. No keys.
protocol CallRecords: Sendable {
    /// Stores the whole batch or nothing, with its durability.
    func save(_ batch: CallBatch) async throws
    /// Whether the call exists and the user was in it.
    func exists(_ call: CallID, with user: UserID) async throws -> Bool
    /// Records that the server is running calls: after a crash, the next server ends calls at this time.
    func noteAlive(at moment: Timestamp) async throws
    /// Returns the calls that an earlier server left.
    func recoveredCalls() async throws -> RecoveredCalls
    /// Ends all calls but these in the history, since no one is in them any more.
    func endAll(except calls: Set<CallID>, at moment: Timestamp) async throws
}

/// The changes that are stored in one transaction.
struct CallBatch: Sendable, Equatable {
    struct Interaction: Sendable, Equatable {
        let one: UserID
        let other: UserID
        let moment: Timestamp
    }

    /// A running call that changed.
    struct Live: Sendable, Equatable {
        /// The stored state; nil for a call of which nothing is stored, or all of an earlier server's must be replaced.
        let before: LiveCall?
        let call: LiveCall
    }

    var live: [CallID: Live] = [:]
    /// Ended calls, with the devices still to be notified.
    var over: [CallID: [DeviceIdentity]] = [:]
    /// Ended calls whose devices have all been notified.
    var forgotten: Set<CallID> = []
    /// States for the history.
    var snapshots: [CallID: CallSnapshot] = [:]
    var interactions: [Interaction] = []
    /// Signals that wait for devices which are away, because of these changes.
    var copies: [SignalMailbox.Change] = []

    /// The durability of the change that needs it most. Copies of signals need none: they are for a minute at most. Nor does
    /// the last step of an end: a device may be notified of it twice.
    var durability: Durability {
        let isLasting =
            !over.isEmpty || !snapshots.isEmpty || !interactions.isEmpty
            || live.values.contains { CallChange(before: $0.before, after: $0.call).isLasting }
        return isLasting ? .synced : .written
    }

    var isEmpty: Bool {
        live.isEmpty && over.isEmpty && forgotten.isEmpty && snapshots.isEmpty && interactions.isEmpty && copies.isEmpty
    }

    /// Merges a later batch: the newest state of each call counts.
    mutating func add(_ later: CallBatch) {
        for (id, change) in later.live {
            live[id] = live[id].map { Live(before: $0.before, call: change.call) } ?? change
        }
        for (id, devices) in later.over {
            live[id] = nil
            over[id] = devices
        }
        for id in later.forgotten {
            over[id] = nil
            forgotten.insert(id)
        }
        snapshots.merge(later.snapshots) { $1 }
        interactions += later.interactions
    }
}

/// The state left by a server that did not shut down in order.
struct RecoveredCalls: Sendable, Equatable {
    var calls: [LiveCall] = []
    /// The last time at which it is known to have run calls.
    var aliveAt: Timestamp?
    /// Ended calls, with devices that may not have been notified.
    var untold: [CallID: [DeviceIdentity]] = [:]
}
