import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import SwiftUI

/// Contacts are chosen, and rung into this call.
struct InvitePanel: View {
    typealias Chooser = @MainActor (_ present: Set<UserID>) -> FlowStore<SelectContactsFlow>

    @State private var choice: FlowStore<SelectContactsFlow>?
    let store: FlowStore<CallFlow>
    let chooser: Chooser

    private var state: CallFlow { store.state }

    /// Everyone else in the call, or rung by it.
    private var present: Set<UserID> {
        Set(state.people.filter { !$0.isSelf && ($0.status.isIn || $0.status == .ringing) }.map(\.user))
    }

    var body: some View {
        LoadableContent(state.invite.contacts, loading: .contactsLoading, retry: { store.send(.opened(.invite)) }) {
            _ in
            if let choice {
                ContactChoice(store: choice) { users, _ in ring(users, choice) }
            } else {
                ProgressView { Phrase(.contactsLoading) }
                    .onAppear { choice = chooser(present) }
            }
        }
        .onChange(of: present) { _, users in choice?.send(.presentChanged(users)) }
        .onChange(of: state.invite.problem) { _, problem in if let problem { choice?.send(.failed(problem)) } }
    }

    private func ring(_ users: [UserID], _ choice: FlowStore<SelectContactsFlow>) {
        store.send(.invited(users))
        // None of them is still a contact and available.
        if !state.invite.isBusy { choice.send(.failed(.notAvailable)) }
    }
}
