public import ECallFlows
import ECallLanguage
public import SwiftUI

/// Choosing the server: its address, and a certificate authority of its own if the system trusts none of its certificate's.
public struct ServerView: View {
    private let store: FlowStore<ServerFlow>
    private let chooseFile: ChooseFile
    private let done: @MainActor (ServerChoice) -> Void

    /// - Parameter done: continues with the chosen server.
    public init(
        store: FlowStore<ServerFlow>, chooseFile: @escaping ChooseFile,
        done: @escaping @MainActor (ServerChoice) -> Void
    ) {
        (self.store, self.chooseFile, self.done) = (store, chooseFile, done)
    }

    private var state: ServerFlow { store.state }

    public var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Metrics.wide) {
                Phrase(.serverTitle).font(.largeTitle).accessibilityAddTraits(.isHeader)
                switch state.step {
                case .entering, .askingToSignOut: address
                case .checking:
                    address
                    ActionButton(.commonCancel) { store.send(.wentBack) }
                case .untrusted:
                    address
                    AuthorityForm(store: store, chooseFile: chooseFile)
                case .confirming(_, let authorities): TrustForm(store: store, authorities: authorities)
                case .signingOut: ProgressView { Phrase(.accountSignOutBusy) }
                case .keeping, .done: ProgressView { Phrase(.serverKeeping) }
                }
            }
            .padding(Metrics.space)
            .frame(maxWidth: Metrics.column)
        }
        .calm(state.step)
        .sensoryFeedback(trigger: state.problem) { _, new in new == nil ? nil : .error }
        .onChange(of: state.step, initial: true) { _, step in
            if case .done(let choice, _) = step { done(choice) }
        }
        .asks(question) {
            store.send(.confirmed)
        } no: {
            store.send(.wentBack)
        }
    }

    @ViewBuilder private var address: some View {
        Phrase(.serverLead).foregroundStyle(.secondary)
        Field(.serverLabel, text: store.binding(\.text) { .typed($0) }, .address) { store.send(.continued) }
            .disabled(state.isBusy)
        if let problem = state.problem { Notice(problem.text, .problem) }
        ActionButton(state.isBusy ? .serverChecking : .commonContinue, tone: .primary, isBusy: state.isBusy) {
            store.send(.continued)
        }
    }

    /// The alert hides the view below: it contains the reason why the person wasn't signed out.
    private var question: Question? {
        guard case .askingToSignOut = state.step, let lost = state.question else { return nil }
        let text: Words = state.problem.map { .commonTwoSentences(first: $0.text, second: lost) } ?? lost
        return Question(title: .questionsSignOutTitle, text: text, yes: .questionsSignOutYes)
    }
}
