import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

extension View {
    /// Shows the destination of an opened link, as a card above everything.
    func opensLinks(_ root: FlowStore<RootFlow>, _ destinations: Destinations) -> some View {
        let isOpen = root.state.destination != nil
        return sheet(
            isPresented: Binding(
                get: { isOpen }, set: { @MainActor @Sendable isOpen in if !isOpen { root.send(.followedLink) } })
        ) {
            if let link = root.state.destination {
                OpenedLinkCard(link: link, destinations: destinations) { root.send(.followedLink) }
            }
        }
    }
}

struct OpenedLinkCard: View {
    let link: OpenedLink
    let destinations: Destinations
    let close: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.space) {
            switch link {
            case .contact(let text):
                Held(destinations.visit.flows.addContact) { store in
                    PersonCard(store: store, close: close)
                        .onChange(of: text, initial: true) { _, text in store.send(.opened(text)) }
                }
            case .call(let link): JoinCallCard(link: link, destinations: destinations, close: close).id(link)
            }
        }
        .padding(Metrics.space)
        .frame(maxWidth: Metrics.column)
    }
}

/// The call that a link leads to. Once it rings, the screen of the call replaces it.
private struct JoinCallCard: View {
    let link: CallLink
    let destinations: Destinations
    let close: @MainActor () -> Void

    private var main: MainStores { destinations.main }

    var body: some View {
        Held {
            destinations.visit.flows.joinCall(link, for: main.account.userId) { [weak main] _, isVideo in
                main?.answer(isVideo: isVideo)
            }
        } content: { store in
            JoinCallView(store: store, ringing: ringing) { [main] isVideo in
                main.join(store, isVideo: isVideo)
            } leave: {
                close()
            }
        }
        .beforeCalls(destinations.model.permissions, main, isJoining: true)
    }

    private var ringing: IncomingCall? { if case .incoming(let call) = main.call.state.phase { call } else { nil } }
}

/// The link's owner, and whether to ask them.
struct PersonCard: View {
    let store: FlowStore<AddContactFlow>
    let close: @MainActor () -> Void

    private var state: AddContactFlow { store.state }

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.space) {
            Phrase(.addTitle).font(.title2).accessibilityAddTraits(.isHeader)
            switch state.step {
            case .looking:
                if let problem = state.problem {
                    ProblemNotice(problem.title, problem.text)
                    ActionButton(.commonTryAgain, tone: .primary) { store.send(.lookedUp) }
                } else {
                    ProgressView { Phrase(.openedLinkLooking) }
                }
                ActionButton(.commonCancel, action: close)
            case .found(let person):
                HStack(spacing: Metrics.gap) {
                    Avatar(name: person.displayName)
                    Phrase(.addFoundByLink(name: person.displayName))
                }
                if let problem = state.problem { ProblemNotice(problem.title, problem.text) }
                ActionButton(state.isBusy ? .addSending : .addSend, tone: .primary, isBusy: state.isBusy) {
                    store.send(.asked)
                }
                ActionButton(.addNotThem, action: close)
            case .asked(let person):
                Notice(.addSentText(name: person.displayName), .success)
                ActionButton(.keysDone, tone: .primary, action: close)
            }
        }
        .calm(state.step)
    }
}
