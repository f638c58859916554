import ECallAPI
import ECallFlows
import ECallLanguage
import SwiftUI

/// The contacts that can be chosen; pressing one chooses them, once more removes them.
struct OfferedContacts: View {
    let store: FlowStore<SelectContactsFlow>

    private var state: SelectContactsFlow { store.state }

    var body: some View {
        let chosen = Set(state.chosen.map(\.contactId))
        List {
            if let empty = state.emptyText { EmptyState(empty, .contacts) { EmptyView() } }
            ForEach(state.offered, id: \.contactId) { contact in
                if chosen.contains(contact.contactId) {
                    row(contact, .chosen) { store.send(.removed(contact.contactId)) }
                        .accessibilityAddTraits(.isSelected)
                } else {
                    row(contact, .unchosen) { store.send(.chose(contact.contactId)) }
                        .disabled(!state.canChoose(contact.contactId))
                }
            }
        }
        .searching(store.binding(\.search) { .typedSearch($0) }, .contactsSearchLabel)
        .disabled(state.step != .choosing)
    }

    private func row(_ contact: Contact, _ symbol: Symbol, action: @escaping @MainActor () -> Void) -> some View {
        Button(action: action) {
            Row(.verbatim(contact.contactName), note: contact.saidName.map { .nameRenamedRow(said: $0) }) {
                Avatar(name: contact.contactName)
            } accessory: {
                Drawing(symbol)
            }
        }
    }
}

/// The chosen contacts, in their order; pressing one removes it.
struct ChosenContacts: View {
    let store: FlowStore<SelectContactsFlow>

    var body: some View {
        if !store.state.chosen.isEmpty {
            ScrollView(.horizontal) {
                HStack(spacing: Metrics.gap) {
                    ForEach(store.state.chosen, id: \.contactId) { contact in
                        Button {
                            store.send(.removed(contact.contactId))
                        } label: {
                            HStack(spacing: Metrics.small) {
                                Text(verbatim: contact.contactName)
                                Drawing(.decline)
                            }
                            .target()
                        }
                        .buttonStyle(.bordered)
                        .spoken(.chooseRemove(name: contact.contactName))
                    }
                }
            }
            .disabled(store.state.step != .choosing)
        }
    }
}
