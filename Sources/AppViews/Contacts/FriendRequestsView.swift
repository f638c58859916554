import ECallAPI
import ECallContacts
import ECallFlows
import ECallLanguage
import SwiftUI

/// The received and sent contact requests. Within `ContactsView`, which asks before someone is blocked.
struct FriendRequestsView: View {
    let store: FlowStore<ContactsFlow>
    let now: Now

    var body: some View {
        LoadableContent(store.state.lists, loading: .requestsLoading) {
            store.send(.refreshed)
        } content: { lists in
            if lists.received.isEmpty && lists.sent.isEmpty {
                EmptyState(.requestsEmptyTitle, text: .requestsEmptyText, .requests) { EmptyView() }
            } else {
                list(lists)
            }
        }
        .titled(.requestsTitle)
    }

    private func list(_ lists: ContactsFlow.Lists) -> some View {
        List {
            if let problem = store.state.problem { Notice(problem.text, .problem) }
            if !lists.received.isEmpty {
                Section {
                    ForEach(lists.received, id: \.request.id) { request in received(request) }
                } header: {
                    Phrase(.requestsReceived)
                }
            }
            if !lists.sent.isEmpty {
                Section {
                    ForEach(lists.sent, id: \.request.id) { request in sent(request) }
                } header: {
                    Phrase(.requestsSent)
                }
            }
        }
        .refreshable { await store.sendAndSettle(.refreshed) }
    }

    private func received(_ request: PendingRequest) -> some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            WithMoments(now) { moments in
                Row(.verbatim(request.name), note: .requestsAsked(moment: moments.words(request.request.date))) {
                    Avatar(name: request.name)
                } accessory: {
                    EmptyView()
                }
            }
            ButtonGroup {
                answer(.requestsAccept, .accept, tone: .primary, .accept, request)
                answer(.requestsDecline, .decline, tone: .quiet, .decline, request)
            }
        }
        .swipeActions(edge: .trailing, allowsFullSwipe: false) {
            Button(role: .destructive) {
                store.send(.chose(.block, request.user))
            } label: {
                Labelled(.requestsBlock, .block)
            }
            .disabled(store.state.busy.contains(request.user))
        }
    }

    private func sent(_ request: PendingRequest) -> some View {
        WithMoments(now) { moments in
            Row(.verbatim(request.name), note: .requestsSentAt(moment: moments.words(request.request.date))) {
                Avatar(name: request.name)
            } accessory: {
                answer(.requestsCancel, .decline, tone: .quiet, .takeBack, request)
            }
        }
    }

    /// Its name contains the person's, because there are several.
    private func answer(
        _ words: Words, _ symbol: Symbol, tone: ActionButton.Tone, _ change: ContactsFlow.Change,
        _ request: PendingRequest
    ) -> some View {
        ActionButton(words, symbol, tone: tone, isBusy: store.state.busy.contains(request.user)) {
            store.send(.chose(change, request.user))
        }
        .spoken(.commonTwoSentences(first: words, second: request.name))
    }
}
