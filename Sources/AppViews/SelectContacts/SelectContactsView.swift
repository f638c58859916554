public import ECallAPI
import ECallContacts
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// Choosing contacts for a group call, or to ring into the running one.
public struct SelectContactsView: View {
    /// The people to call, in the order in which they were chosen.
    public typealias Confirm = @MainActor (_ people: [UserID], _ isVideo: Bool) -> Void

    private let store: FlowStore<SelectContactsFlow>
    private let confirm: Confirm
    private let leave: @MainActor () -> Void

    /// - Parameter confirm: calls or invites them; a failure is sent to the flow, which lets the person choose again.
    public init(
        store: FlowStore<SelectContactsFlow>, confirm: @escaping Confirm, leave: @escaping @MainActor () -> Void
    ) {
        (self.store, self.confirm, self.leave) = (store, confirm, leave)
    }

    public var body: some View {
        NavigationStack {
            ContactChoice(store: store, confirm: confirm)
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { IconButton(.commonCancel, .decline, action: leave) }
                }
        }
    }
}

/// The contacts, and the choice among them, on a screen that others have.
struct ContactChoice: View {
    @State private var isVideo = false
    let store: FlowStore<SelectContactsFlow>
    let confirm: SelectContactsView.Confirm

    private var state: SelectContactsFlow { store.state }

    var body: some View {
        VStack(spacing: 0) {
            LoadableContent(state.contacts, loading: .contactsLoading) {
                store.send(.refreshed)
            } content: { _ in
                OfferedContacts(store: store)
            }
            if state.contacts.value != nil { foot }
        }
        .titled(state.title)
        .task { store.send(.refreshed) }
        .onChange(of: state.step, initial: true) { _, step in
            if case .confirmed(let people) = step { confirm(people, isVideo) }
        }
    }

    /// The chosen people, how many more can be chosen, and the purpose.
    private var foot: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            if let problem = state.problem { Notice(problem.text, .problem) }
            ChosenContacts(store: store)
            Phrase(state.sentence).font(.footnote).foregroundStyle(.secondary)
            ActionButton(
                state.confirmTitle, state.purpose == .call ? .call : .add, tone: .primary,
                isBusy: state.step != .choosing
            ) {
                confirmed(isVideo: false)
            }
            .disabled(!state.canConfirm)
            if state.purpose == .call {
                ActionButton(.chooseVideo, .video) { confirmed(isVideo: true) }.disabled(!state.canConfirm)
            }
        }
        .padding(Metrics.space)
        .calm(state.chosen)
    }

    private func confirmed(isVideo: Bool) {
        self.isVideo = isVideo
        store.send(.confirmed)
    }
}
