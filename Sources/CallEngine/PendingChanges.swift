package import ECallAPI

/// The changes since they were last taken: calls to store, and measurements.
package struct PendingChanges: Sendable {
    package struct Phase: Sendable, Equatable {
        package let phase: SetUpPhase
        package let milliseconds: Int64

        package init(phase: SetUpPhase, milliseconds: Int64) {
            self.phase = phase
            self.milliseconds = milliseconds
        }
    }

    /// The calls that changed, with their states when the changes were last taken.
    package private(set) var changed: [CallID: CallChange] = [:]
    package var phases: [Phase] = []
    package var media: [MediaOutcome] = []

    mutating func changed(_ id: CallID, from before: LiveCall?, to after: LiveCall?) {
        changed[id] = CallChange(before: changed[id].map(\.before) ?? before, after: after)
    }
}
