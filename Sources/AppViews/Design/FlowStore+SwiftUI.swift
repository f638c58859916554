import ECallFlows
import SwiftUI

extension FlowStore {
    /// A control's value is read from the state; a change of it is sent as an action.
    func binding<Value: Sendable>(
        _ value: @escaping @MainActor @Sendable (F) -> Value,
        _ action: @escaping @MainActor @Sendable (Value) -> F.Action
    ) -> Binding<Value> {
        Binding(
            get: { @MainActor @Sendable in value(self.state) },
            set: { @MainActor @Sendable new in self.send(action(new)) })
    }

    /// Sends it, and returns once all that it led to is done: for lists that are pulled down.
    func sendAndSettle(_ action: F.Action) async {
        send(action)
        await settled()
    }
}
