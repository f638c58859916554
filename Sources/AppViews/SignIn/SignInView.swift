public import ECallCore
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// Signing in: an address or number, its code, a name; or Google or Apple.
public struct SignInView: View {
    private let store: FlowStore<SignInFlow>
    private let askIssuer: AskIssuer
    private let done: @MainActor (Account) -> Void

    public init(
        store: FlowStore<SignInFlow>, askIssuer: @escaping AskIssuer, done: @escaping @MainActor (Account) -> Void
    ) {
        (self.store, self.askIssuer, self.done) = (store, askIssuer, done)
    }

    public var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Metrics.wide) {
                switch store.state.step {
                case .identifier: IdentifierStep(store: store)
                case .code(let identifier): CodeStep(store: store, identifier: identifier)
                case .name: NameStep(store: store)
                case .done: ProgressView { Phrase(.codeVerifying) }
                }
            }
            .padding(Metrics.space)
            .frame(maxWidth: Metrics.column)
        }
        .calm(store.state.step)
        .sensoryFeedback(trigger: store.state.problem) { _, new in new == nil ? nil : .error }
        .task { store.send(.refreshed) }
        .asksIssuer(store.state.issuer, askIssuer) { store.send(.cameBack($0)) }
        .onChange(of: store.state.step, initial: true) { _, step in
            if case .done(let account) = step { done(account) }
        }
    }
}
