import ECallAPI
import ECallFlows
import ECallLanguage
import SwiftUI

@testable import AppViews

/// The screen of `SelectContactsFlow`, as far as another screen needs it.
struct Choosing: View {
    let store: FlowStore<SelectContactsFlow>

    var body: some View {
        ForEach(store.state.offered.filter { store.state.canChoose($0.contactId) }, id: \.contactId) { contact in
            Button {
                store.send(.chose(contact.contactId))
            } label: {
                Text(verbatim: contact.contactName)
            }
        }
        if let problem = store.state.problem { Phrase(problem.text) }
        if store.state.canConfirm {
            Button {
                store.send(.confirmed)
            } label: {
                Phrase(store.state.confirmTitle)
            }
        }
        Phrase(store.state.sentence).task { store.send(.refreshed) }
    }
}
