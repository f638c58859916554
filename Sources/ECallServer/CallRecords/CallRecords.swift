import CallEngine
import ECallAPI

/// Keeps calls: those that run, so that they outlive the process, and all for the history. No keys.
protocol CallRecords: Sendable {
    /// All of it or nothing; once it returns, it survives the process.
    func save(_ batch: CallBatch) async throws
    /// Whether the call is known and the user was in it.
    func exists(_ call: CallID, with user: UserID) async throws -> Bool
    /// The server is there, and calls run: a later one that was not stopped in order goes by it.
    func noteAlive(at moment: Timestamp) async throws
    /// What a server before this one left.
    func recoveredCalls() async throws -> RecoveredCalls
    /// Ends all calls but these in the history: nobody is in them any more.
    func endAll(except calls: Set<CallID>, at moment: Timestamp) async throws
}

/// What is stored in one go.
struct CallBatch: Sendable, Equatable {
    struct Interaction: Sendable, Equatable {
        let one: UserID
        let other: UserID
        let moment: Timestamp
    }

    /// Calls that run, as they stand.
    var live: [CallID: LiveCall] = [:]
    /// Calls that are over, with the devices that have not been notified yet.
    var over: [CallID: [DeviceIdentity]] = [:]
    /// Calls that are over, and everybody knows.
    var forgotten: Set<CallID> = []
    /// For the history, as they stand.
    var snapshots: [CallID: CallSnapshot] = [:]
    var interactions: [Interaction] = []

    var isEmpty: Bool { live.isEmpty && over.isEmpty && forgotten.isEmpty && snapshots.isEmpty && interactions.isEmpty }

    /// Takes in what is to be stored later: the newest of each call is what counts.
    mutating func add(_ later: CallBatch) {
        for (id, call) in later.live { live[id] = call }
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

/// What a server left that did not stop by itself.
struct RecoveredCalls: Sendable, Equatable {
    var calls: [LiveCall] = []
    /// When it was last known to run calls.
    var aliveAt: Timestamp?
    /// Calls that were over, and devices that were perhaps not notified.
    var untold: [CallID: [DeviceIdentity]] = [:]
}
