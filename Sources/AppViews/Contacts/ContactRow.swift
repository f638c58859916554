import ECallAPI
import ECallFlows
import ECallLanguage
import SwiftUI

/// A contact in the list, with the direct actions.
struct ContactRow: View {
    let contact: Contact
    let store: FlowStore<ContactsFlow>
    let moments: Moments
    let call: @MainActor (UserID, Bool) -> Void

    private var user: UserID { contact.contactId }
    private var isBusy: Bool { store.state.busy.contains(user) }

    var body: some View {
        HStack(spacing: Metrics.gap) {
            NavigationLink(value: ContactsPlace.contact(user)) {
                Row(.verbatim(contact.contactName), note: note) {
                    Avatar(name: contact.contactName)
                } accessory: {
                    EmptyView()
                }
            }
            if !contact.isBlocked {
                IconButton(.contactsCall(name: contact.contactName), .call) { call(user, false) }
                IconButton(.contactsVideoCall(name: contact.contactName), .video) { call(user, true) }
            }
        }
        .swipeActions(edge: .leading) {
            Button {
                store.send(.chose(.setFavorite(!contact.isFavorite), user))
            } label: {
                if contact.isFavorite {
                    Labelled(.contactUnfavour, .notFavourite)
                } else {
                    Labelled(.contactFavour, .favourite)
                }
            }
            .disabled(isBusy)
        }
        .swipeActions(edge: .trailing, allowsFullSwipe: false) {
            Button(role: .destructive) {
                store.send(.chose(.remove, user))
            } label: {
                Labelled(.contactRemove, .remove)
            }
            .disabled(isBusy)
            if !contact.isBlocked {
                Button {
                    store.send(.chose(.block, user))
                } label: {
                    Labelled(.contactBlock, .block)
                }
                .disabled(isBusy)
            }
        }
    }

    private var note: Words {
        if let said = contact.saidName { return .nameRenamedRow(said: said) }
        if contact.isBlocked { return .contactsBlocked }
        return contact.lastInteraction.map { .contactsLastCall(moment: moments.words($0)) } ?? .contactsNoCalls
    }
}
