/// The state and behaviour of one screen: a value that changes by actions, and returns the effects to perform.
///
/// Pure: no clock, no service, no random number. The same actions lead to the same value, which tests check as tables. Effects are
/// performed elsewhere (`FlowEffects`), and their results are actions again.
public protocol Flow: Sendable, Equatable {
    /// A person's action, or the result of an effect.
    associatedtype Action: Sendable
    /// Work to perform outside.
    associatedtype Effect: Sendable, Equatable

    /// Handles an action; returns the effects to perform, in this order.
    mutating func send(_ action: Action) -> [Effect]
}

/// Performs the effects of a flow.
public protocol FlowEffects<F>: Sendable {
    associatedtype F: Flow

    /// Performs the effect and returns its result, or nil if there is none to report. Starts on the caller's actor, so that effects start
    /// in the order in which the flow returned them.
    nonisolated(nonsending) func perform(_ effect: F.Effect) async -> F.Action?
}

/// Data that is fetched when a screen opens.
public enum Loadable<Value: Sendable & Equatable, Failure: Error & Equatable>: Sendable, Equatable {
    case loading
    case loaded(Value)
    /// There is nothing to show.
    case failed(Failure)

    public var value: Value? { if case .loaded(let value) = self { value } else { nil } }
}
