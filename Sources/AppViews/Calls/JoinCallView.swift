import ECallAPI
import ECallCalls
import ECallContacts
import ECallFlows
import ECallLanguage
import SwiftUI

/// Joining a call by an opened link: its owner, and the buttons to join.
struct JoinCallView: View {
    let store: FlowStore<JoinCallFlow>
    /// The call that rings on this device, or nil.
    let ringing: IncomingCall?
    let join: @MainActor (_ isVideo: Bool) -> Void
    /// Closes it: the person dismisses it, or the call rings.
    let leave: @MainActor () -> Void

    private var state: JoinCallFlow { store.state }

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.space) {
            switch state.maker {
            case .loading:
                title(.joinCallTitle)
                ProgressView { Phrase(.contactLoading) }
                close
            case .failed:
                title(.joinCallTitle)
                problem
                ActionButton(.commonTryAgain, tone: .primary) { store.send(.refreshed) }
                close
            case .own:
                title(.joinCallOwn)
                explanation
                close
            case .stranger:
                title(.joinCallStrangerTitle)
                explanation
                close
            case .blocked(let contact):
                title(of: contact)
                explanation
                close
            case .contact(let contact):
                title(of: contact)
                ways
            }
        }
        .calm(state)
        .sensoryFeedback(trigger: state.status) { _, status in if case .failed = status { .error } else { nil } }
        .task { store.send(.refreshed) }
        .onChange(of: ringing, initial: true) { _, call in if let call { store.send(.rings(call)) } }
        .onChange(of: state.status) { _, status in if case .rang = status { leave() } }
    }

    @ViewBuilder private var ways: some View {
        switch state.status {
        case .asking:
            if let text = state.text { ProgressView { Phrase(text) } }
            ActionButton(.commonCancel) { store.send(.cancelled) }
        case .rang: explanation
        case .ready, .nobody, .failed:
            if state.status == .ready { explanation } else { problem }
            if state.canJoin {
                ActionButton(.joinCallSound, .call, tone: .primary) { join(false) }
                ActionButton(.joinCallVideo, .video) { join(true) }
            }
            close
        }
    }

    private func title(_ words: Words) -> some View {
        Phrase(words).font(.title2).accessibilityAddTraits(.isHeader)
    }

    private func title(of contact: Contact) -> some View {
        HStack(spacing: Metrics.gap) {
            Avatar(name: contact.contactName)
            title(.joinCallOf(name: contact.contactName))
        }
    }

    @ViewBuilder private var explanation: some View { if let text = state.text { Phrase(text) } }

    @ViewBuilder private var problem: some View { if let text = state.text { Notice(text, .problem) } }

    private var close: some View { ActionButton(.callClose, action: leave) }
}
