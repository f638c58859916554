import ECallAPI
import ECallContacts
import ECallFlows
import ECallLanguage
import SwiftUI

extension View {
    /// Shows what a link leads to that was opened, as a card above everything.
    func opensLinks(_ root: FlowStore<RootFlow>, _ destinations: Destinations) -> some View {
        let isOpen = root.state.destination != nil
        return sheet(
            isPresented: Binding(
                get: { isOpen }, set: { @MainActor @Sendable isOpen in if !isOpen { root.send(.followedLink) } })
        ) {
            if let link = root.state.destination {
                OpenedLinkCard(link: link, makeStore: destinations.visit.flows.addContact) { root.send(.followedLink) }
            }
        }
    }
}

/// What a link leads to.
struct OpenedLinkCard: View {
    let link: OpenedLink
    let makeStore: @MainActor () -> FlowStore<AddContactFlow>
    let close: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.space) {
            switch link {
            case .contact(let text):
                Held(makeStore) { store in
                    PersonCard(store: store, close: close)
                        .onChange(of: text, initial: true) { _, text in store.send(.opened(text)) }
                }
            case .call:
                Phrase(.joinCallTitle).font(.title2).accessibilityAddTraits(.isHeader)
                Phrase(.openedLinkCall)
                ActionButton(.callClose, tone: .primary, action: close)
            }
        }
        .padding(Metrics.space)
        .frame(maxWidth: Metrics.column)
    }
}

/// Whose link it is, and whether to ask them.
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
                    Notice(problem.text, .problem)
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
                if let problem = state.problem { Notice(problem.text, .problem) }
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
