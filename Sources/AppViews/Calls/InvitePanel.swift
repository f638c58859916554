import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import SwiftUI

/// Contacts are chosen on a screen of their own, and rung into this call.
struct InvitePanel<Choosing: View>: View {
    @State private var choice: FlowStore<SelectContactsFlow>?
    let store: FlowStore<CallFlow>
    let chooser: @MainActor (SelectContactsFlow) -> FlowStore<SelectContactsFlow>
    let choosing: @MainActor (FlowStore<SelectContactsFlow>) -> Choosing

    private var state: CallFlow { store.state }

    /// Everyone else who is in the call or rung by it.
    private var present: Set<UserID> {
        Set(state.people.filter { !$0.isSelf && ($0.status.isIn || $0.status == .ringing) }.map(\.user))
    }

    var body: some View {
        LoadableContent(state.invite.contacts, loading: .contactsLoading, retry: { store.send(.opened(.invite)) }) {
            _ in
            if let choice {
                choosing(choice)
                    .onChange(of: choice.state.step) { _, step in
                        if case .confirmed(let users) = step { ring(users, choice) }
                    }
            } else {
                ProgressView { Phrase(.contactsLoading) }
                    .onAppear { choice = chooser(SelectContactsFlow(.invite, present: present)) }
            }
        }
        .onChange(of: present) { _, users in choice?.send(.presentChanged(users)) }
        .onChange(of: state.invite.problem) { _, problem in if let problem { choice?.send(.failed(problem)) } }
    }

    private func ring(_ users: [UserID], _ choice: FlowStore<SelectContactsFlow>) {
        for user in users { store.send(.choseToInvite(user, isChosen: true)) }
        store.send(.invited)
        // Nobody of them is a contact any more, or free.
        if !state.invite.isBusy { choice.send(.failed(.notAvailable)) }
    }
}
