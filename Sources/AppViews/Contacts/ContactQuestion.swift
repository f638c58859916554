import ECallAPI
import ECallContacts
import ECallFlows
import ECallLanguage
import SwiftUI

extension View {
    /// Asks before a person is removed or blocked.
    func asksAboutContacts(_ store: FlowStore<ContactsFlow>) -> some View {
        asks(store.state.question.flatMap { store.state.words(for: $0) }) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
    }
}

extension ContactsFlow {
    /// Nil for changes without a question.
    fileprivate func words(for asked: ContactsFlow.Question) -> AppViews.Question? {
        let name = name(of: asked.user)
        return switch asked.change {
        case .remove:
            AppViews.Question(
                title: .questionsRemoveTitle(name: name), text: .questionsRemoveText, yes: .questionsRemoveYes)
        case .block:
            AppViews.Question(
                title: .questionsBlockTitle(name: name), text: .questionsBlockText, yes: .questionsBlockYes)
        case .setFavorite, .unblock, .accept, .decline, .takeBack: nil
        }
    }

    private func name(of user: UserID) -> Words {
        let contact = lists.value?.contacts.first { $0.contactId == user }?.contactName
        let requests = (lists.value?.received ?? []) + (lists.value?.sent ?? [])
        return (contact ?? requests.first { $0.user == user }?.name).map(Words.verbatim) ?? .commonSomebody
    }
}
