import ECallAPI
import ECallFlows
import ECallLanguage
import SwiftUI

/// The search, its result, and the confirmation of a sent request.
struct FindContact: View {
    let store: FlowStore<AddContactFlow>
    let scan: @MainActor () -> Void

    private var state: AddContactFlow { store.state }

    var body: some View {
        switch state.step {
        case .looking: looking
        case .found(let person): found(person)
        case .asked(let person):
            Phrase(.addSentTitle).font(.title2).accessibilityAddTraits(.isHeader)
            Notice(.addSentText(name: person.displayName), .success)
            ActionButton(.addAnother, tone: .primary) { store.send(.another) }
        }
    }

    @ViewBuilder private var looking: some View {
        Phrase(.addLead).foregroundStyle(.secondary)
        Field(.addLabel, text: store.binding(\.text) { .typed($0) }, .login) { store.send(.lookedUp) }
            .disabled(state.isBusy)
        if let problem = state.problem { ProblemNotice(problem.title, problem.text) }
        ActionButton(state.isBusy ? .addLookingUp : .addLookUp, tone: .primary, isBusy: state.isBusy) {
            store.send(.lookedUp)
        }
        ActionButton(.scanTitle, .code, action: scan)
    }

    /// A card with the name, and two buttons.
    @ViewBuilder private func found(_ person: ResolvedContact) -> some View {
        VStack(alignment: .leading, spacing: Metrics.space) {
            HStack(spacing: Metrics.gap) {
                Avatar(name: person.displayName)
                Phrase(.addFoundByLink(name: person.displayName))
            }
            if let problem = state.problem { ProblemNotice(problem.title, problem.text) }
            ActionButton(state.isBusy ? .addSending : .addSend, tone: .primary, isBusy: state.isBusy) {
                store.send(.asked)
            }
            ActionButton(.addNotThem) { store.send(.notThem) }.disabled(state.isBusy)
        }
        .padding(Metrics.space)
        .background(.quaternary, in: RoundedRectangle(cornerRadius: Metrics.radius))
    }
}
