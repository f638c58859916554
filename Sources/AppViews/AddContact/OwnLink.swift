import ECallContacts
import ECallFlows
import ECallLanguage
import SwiftUI

/// The own link, to be sent to somebody.
struct OwnLink: View {
    let store: FlowStore<AddContactFlow>

    var body: some View {
        Phrase(.linkLead).foregroundStyle(.secondary)
        switch store.state.link {
        case .none: make
        case .making: ProgressView { Phrase(.linkMaking) }
        case .made(let share): made(share)
        case .failed(let failure):
            Notice(failure.text, .problem)
            make
        }
    }

    private var make: some View {
        ActionButton(.linkMake, .link, tone: .primary) { store.send(.wantedLink) }
    }

    @ViewBuilder private func made(_ share: ContactsService.Share) -> some View {
        Text(verbatim: share.link).textSelection(.enabled).environment(\.layoutDirection, .leftToRight)
        if let link = URL(string: share.link) {
            ShareLink(item: link) { Labelled(.linkShare, .share).frame(maxWidth: .infinity, minHeight: Metrics.target) }
                .buttonStyle(.borderedProminent)
        }
        ActionButton(.linkWithdraw, tone: .destructive) { store.send(.withdrewLink) }
    }
}
