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

    /// nil for an ended call.
    package var changed: [CallID: LiveCall?] = [:]
    package var phases: [Phase] = []
}
