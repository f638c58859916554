package import ECallAPI

/// What has changed since it was asked last: what is to be stored, and what was measured.
package struct PendingChanges: Sendable {
    package struct Phase: Sendable, Equatable {
        package let phase: SetUpPhase
        package let milliseconds: Int64

        package init(phase: SetUpPhase, milliseconds: Int64) {
            self.phase = phase
            self.milliseconds = milliseconds
        }
    }

    /// nil for a call that is over.
    package var changed: [CallID: LiveCall?] = [:]
    package var phases: [Phase] = []
}
