/// What one screen shows and does: a value that changes by what happens, and says what is to be done about it.
///
/// Pure: no clock, no service, no random number. The same actions lead to the same value, which tests have as tables. What
/// is to be done is done elsewhere (`FlowEffects`), and what comes of it is an action again.
public protocol Flow: Sendable, Equatable {
    /// What a person does, and what comes of effects.
    associatedtype Action: Sendable
    /// What is to be done outside.
    associatedtype Effect: Sendable, Equatable

    /// Takes in what has happened; returns what is to be done, in this order.
    mutating func send(_ action: Action) -> [Effect]
}

/// Does what a flow says, over the services that there are.
public protocol FlowEffects<F>: Sendable {
    associatedtype F: Flow

    /// Does it; what came of it, nil where nobody has to know. Begins on the actor of who calls, so that effects begin in the order
    /// in which the flow returned them.
    nonisolated(nonsending) func perform(_ effect: F.Effect) async -> F.Action?
}

/// What is fetched when a screen opens.
public enum Loadable<Value: Sendable & Equatable, Failure: Error & Equatable>: Sendable, Equatable {
    case loading
    case loaded(Value)
    /// Nothing is there to be shown.
    case failed(Failure)

    public var value: Value? { if case .loaded(let value) = self { value } else { nil } }
}
