public import ECallAPI
import ECallContacts
public import ECallFlows
import ECallLanguage
public import SwiftUI

enum ContactsPlace: Hashable {
    case contact(UserID)
    case requests
    case blocked
}

/// The contacts, the contact requests, and the blocked people.
public struct ContactsView<Detail: View, Add: View>: View {
    /// Calls a contact.
    public typealias Call = @MainActor (_ user: UserID, _ isVideo: Bool) -> Void

    @State private var isAdding = false
    private let store: FlowStore<ContactsFlow>
    private let now: Now
    private let call: Call
    private let detail: (UserID, _ leave: @escaping @MainActor () -> Void) -> Detail
    private let add: () -> Add

    /// - Parameters:
    ///   - detail: the page of a contact, which leaves once the contact is gone.
    ///   - add: the screen that adds a contact.
    public init(
        store: FlowStore<ContactsFlow>, now: @escaping Now, call: @escaping Call,
        @ViewBuilder detail: @escaping (UserID, _ leave: @escaping @MainActor () -> Void) -> Detail,
        @ViewBuilder add: @escaping () -> Add
    ) {
        (self.store, self.now, self.call, self.detail, self.add) = (store, now, call, detail, add)
    }

    public var body: some View {
        Panes(first: first) { selection in
            LoadableContent(store.state.lists, loading: .contactsLoading) {
                store.send(.refreshed)
            } content: { lists in
                list(lists, selection)
            }
            .titled(.contactsTitle)
            .toolbar {
                ToolbarItem(placement: .primaryAction) { IconButton(.contactsAdd, .add) { isAdding = true } }
            }
        } detail: { place, leave in
            switch place {
            case .contact(let user): detail(user, leave)
            case .requests: FriendRequestsView(store: store, now: now)
            case .blocked: BlockedView(store: store)
            }
        }
        .task { store.send(.refreshed) }
        .sheet(isPresented: $isAdding) { add() }
        .asksAboutContacts(store)
    }

    private var favourites: [Contact] { store.state.contacts.filter(\.isFavorite) }
    private var others: [Contact] { store.state.contacts.filter { !$0.isFavorite } }
    private var first: ContactsPlace? { (favourites + others).first.map { .contact($0.contactId) } }

    private func list(_ lists: ContactsFlow.Lists, _ selection: Binding<ContactsPlace?>?) -> some View {
        List(selection: selection) {
            if let problem = store.state.problem { Notice(problem.text, .problem) }
            if store.state.badge > 0 || !lists.sent.isEmpty {
                NavigationLink(value: ContactsPlace.requests) {
                    Row(requests) {
                        Drawing(.requests)
                    } accessory: {
                        EmptyView()
                    }
                }
            }
            contacts(lists)
            if !lists.blocked.isEmpty {
                NavigationLink(value: ContactsPlace.blocked) {
                    Row(.contactsBlockedPeople(count: lists.blocked.count)) {
                        Drawing(.block)
                    } accessory: {
                        EmptyView()
                    }
                }
            }
        }
        .searching(store.binding(\.filter) { .typedFilter($0) }, .contactsSearchLabel)
        .refreshable { await store.sendAndSettle(.refreshed) }
    }

    private var requests: Words {
        store.state.badge > 0
            ? .mainWaiting(label: Words.requestsTitle, count: store.state.badge) : .requestsTitle
    }

    @ViewBuilder private func contacts(_ lists: ContactsFlow.Lists) -> some View {
        if lists.contacts.isEmpty {
            EmptyState(.contactsEmptyTitle, text: .contactsEmptyText, .contacts) {
                ActionButton(.contactsEmptyAdd, .add, tone: .primary) { isAdding = true }
            }
        } else if store.state.contacts.isEmpty {
            EmptyState(.contactsSearchNobody(name: store.state.filter), text: .contactsSearchElsewhere, .contacts) {
                ActionButton(.addLookUp, .add) { isAdding = true }
            }
        }
        if !favourites.isEmpty { section(favourites.isEmpty ? .contactsAll : .contactsFavourites, favourites) }
        if !others.isEmpty { section(favourites.isEmpty ? .contactsAll : .contactsOthers, others) }
    }

    private func section(_ title: Words, _ people: [Contact]) -> some View {
        Section {
            ForEach(people, id: \.contactId) { contact in
                WithMoments(now) { ContactRow(contact: contact, store: store, moments: $0, call: call) }
            }
        } header: {
            Phrase(title)
        }
    }
}
