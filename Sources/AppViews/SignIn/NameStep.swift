import ECallFlows
import ECallLanguage
import SwiftUI

/// Asks for the name of a new account.
struct NameStep: View {
    let store: FlowStore<SignInFlow>

    private var state: SignInFlow { store.state }

    var body: some View {
        Phrase(.nameTitle).font(.title2).accessibilityAddTraits(.isHeader)
        Phrase(.nameLead)
        Field(.nameLabel, text: store.binding(\.name) { .typedName($0) }, .name) { store.send(.confirmedName) }
            .disabled(state.isBusy)
        if let problem = state.problem { Notice(problem.text, .problem) }
        ActionButton(state.isBusy ? .nameSaving : .commonContinue, tone: .primary, isBusy: state.isBusy) {
            store.send(.confirmedName)
        }
        ActionButton(.nameSkip) { store.send(.skippedName) }.disabled(state.isBusy)
    }
}
