import ECallAPI
import ECallContacts
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The blocked people.
public struct BlockedView: View {
    private let store: FlowStore<ContactsFlow>

    public init(store: FlowStore<ContactsFlow>) { self.store = store }

    public var body: some View {
        LoadableContent(store.state.lists, loading: .contactsLoading) {
            store.send(.refreshed)
        } content: { lists in
            if lists.blocked.isEmpty {
                EmptyState(.blockedEmptyTitle, .block) { EmptyView() }
            } else {
                List {
                    Phrase(.blockedLead).foregroundStyle(.secondary)
                    if let problem = store.state.problem { Notice(problem.text, .problem) }
                    ForEach(lists.blocked, id: \.contactId) { person in
                        Row(.verbatim(person.contactName)) {
                            Avatar(name: person.contactName)
                        } accessory: {
                            ActionButton(
                                .settingsBlockedUnblock, isBusy: store.state.busy.contains(person.contactId)
                            ) {
                                store.send(.chose(.unblock, person.contactId))
                            }
                            .spoken(
                                .commonTwoSentences(first: Words.settingsBlockedUnblock, second: person.contactName))
                        }
                    }
                }
            }
        }
        .titled(.blockedTitle)
    }
}
