public import ECallFlows
import SwiftUI

/// A flow as a screen needs it: a store holds it, or another flow that it is a part of.
@MainActor
public struct FlowPart<F: Flow> {
    private let read: @MainActor @Sendable () -> F
    let send: @MainActor @Sendable (F.Action) -> Void

    public init(_ store: FlowStore<F>) {
        read = { store.state }
        send = { store.send($0) }
    }

    public init<Whole: Flow>(
        of store: FlowStore<Whole>, _ part: @escaping @Sendable (Whole) -> F,
        action: @escaping @Sendable (F.Action) -> Whole.Action
    ) {
        read = { part(store.state) }
        send = { store.send(action($0)) }
    }

    var state: F { read() }

    /// As `FlowStore.binding`.
    func binding<Value: Sendable>(
        _ value: @escaping @MainActor @Sendable (F) -> Value,
        _ action: @escaping @MainActor @Sendable (Value) -> F.Action
    ) -> Binding<Value> {
        let (read, send) = (read, send)
        return Binding(
            get: { @MainActor @Sendable in value(read()) },
            set: { @MainActor @Sendable new in send(action(new)) })
    }
}
