package import CallEngine
package import ECallAPI

extension SignalSessions {
    /// Counters of outcomes, for operators and tests.
    package struct Statistics: Sendable, Equatable {
        package var delivered = 0
        /// The number of encodings: one per signal, however many devices get it.
        package var encoded = 0
        package var waited = 0
        package var missed = 0
        package var irrelevant = 0
        package var dropped: [RelayDrop: Int] = [:]
    }

    /// A signal's kind and outcome.
    package struct Outcome: Sendable, Hashable {
        package let kind: SignalKind?
        package let outcome: String

        package init(kind: SignalKind? = nil, outcome: String) {
            self.kind = kind
            self.outcome = outcome
        }
    }
}
