import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import SwiftUI

/// Another person in a call: whether they took part, and a link to their contact, or a button to become contacts.
struct PersonInCall: View {
    let person: PastCall.Participant
    let store: FlowStore<HistoryDetailFlow>
    let open: @MainActor (UserID) -> Void

    private var state: HistoryDetailFlow { store.state }
    private var user: UserID { person.user }
    private var name: Words { person.name.isEmpty ? .commonSomebody : .verbatim(person.name) }

    var body: some View {
        switch state.relation(to: user) {
        case .contact:
            Button {
                open(user)
            } label: {
                row { EmptyView() }
            }
        case nil: row { EmptyView() }
        default:
            row { choices }
                .swipeActions(edge: .trailing, allowsFullSwipe: false) {
                    if state.canAsk(user) { add }
                }
        }
    }

    private func row(@ViewBuilder _ accessory: () -> some View) -> some View {
        Row(name, note: note) {
            Avatar(name: person.name)
        } accessory: {
            accessory()
        }
    }

    private var note: Words {
        switch state.relation(to: user) {
        case .asked: .historyAsked
        case .blocked, .contact(isBlocked: true): .contactsBlocked
        default: person.tookPart ? .historyTookPart : .historyWasNotThere
        }
    }

    private var add: some View { IconButton(.historyAdd(name: name), .add) { store.send(.asked(user)) } }

    @ViewBuilder private var choices: some View {
        if state.canAsk(user) { add }
        if state.canBlock(user) || state.canUnblock(user) || state.canReport(user) {
            Menu {
                if state.canReport(user) {
                    Button {
                        store.send(.startedReport(user))
                    } label: {
                        Labelled(.contactReport, .report)
                    }
                }
                if state.canUnblock(user) {
                    Button {
                        store.send(.unblocked(user))
                    } label: {
                        Labelled(.contactUnblock, .block)
                    }
                }
                if state.canBlock(user) {
                    Button(role: .destructive) {
                        store.send(.askedToBlock(user))
                    } label: {
                        Labelled(.contactBlock, .block)
                    }
                }
            } label: {
                Labelled(.commonTwoSentences(first: Words.contactMore, second: name), .more).target()
            }
            .labelStyle(.iconOnly)
        }
    }
}
