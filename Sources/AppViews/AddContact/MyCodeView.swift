import ECallContacts
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The person's link for one contact, as a code to scan and as text to send; below it a row that opens the link for several
/// people.
public struct MyCodeView: View {
    @State private var isAskedToWithdraw = false
    private let store: FlowStore<AddContactFlow>
    private let ways: LinkSharing
    private let openPersonalLink: @MainActor () -> Void

    /// - Parameter openPersonalLink: shows `PersonalLinkView`.
    public init(
        store: FlowStore<AddContactFlow>, ways: LinkSharing, openPersonalLink: @escaping @MainActor () -> Void
    ) {
        (self.store, self.ways, self.openPersonalLink) = (store, ways, openPersonalLink)
    }

    public var body: some View {
        VStack(alignment: .leading, spacing: Metrics.space) {
            Phrase(.linkLead).foregroundStyle(.secondary)
            switch store.state.link {
            case .none: make(.linkMake)
            case .making: ProgressView { Phrase(.linkMaking) }
            case .failed(let failure):
                Notice(failure.text, .problem)
                make(.commonTryAgain)
            case .made(let share):
                LinkHandout(link: share.link, code: .linkCode, ways: ways)
                ActionButton(.linkWithdraw, .remove, tone: .destructive) { isAskedToWithdraw = true }
            }
            ActionButton(.personalLinkTitle, .contacts, action: openPersonalLink)
        }
        .asks(question) {
            isAskedToWithdraw = false
            store.send(.withdrewLink)
        } no: {
            isAskedToWithdraw = false
        }
    }

    private func make(_ words: Words) -> some View {
        ActionButton(words, .link, tone: .primary) { store.send(.wantedLink) }
    }

    private var question: Question? {
        guard isAskedToWithdraw, case .made = store.state.link else { return nil }
        return Question(title: .questionsWithdrawTitle, text: .questionsWithdrawText, yes: .questionsWithdrawYes)
    }
}
