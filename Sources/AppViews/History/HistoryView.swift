public import ECallAPI
import ECallAccount
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The calls, by day; missed ones alone where wanted.
public struct HistoryView<Detail: View>: View {
    /// Whom to call again.
    public typealias Call = @MainActor (_ people: [UserID], _ isVideo: Bool) -> Void

    private let store: FlowStore<HistoryFlow>
    private let now: Now
    private let call: Call
    private let detail: (CallID) -> Detail

    /// - Parameter detail: the page of a call.
    public init(
        store: FlowStore<HistoryFlow>, now: @escaping Now, call: @escaping Call,
        @ViewBuilder detail: @escaping (CallID) -> Detail
    ) {
        (self.store, self.now, self.call, self.detail) = (store, now, call, detail)
    }

    public var body: some View {
        NavigationStack {
            List {
                Picker(selection: store.binding(\.isMissed) { .choseMissed($0) }) {
                    Phrase(.historyFilterAll).tag(false)
                    Phrase(.historyFilterMissed).tag(true)
                } label: {
                    Phrase(.historyFilterTitle)
                }
                .pickerStyle(.segmented)
                if let problem = store.state.problem { Notice(problem.text, .problem) }
                LoadableContent(store.state.calls, loading: .historyLoading) {
                    store.send(.refreshed)
                } content: { calls in
                    if calls.isEmpty { nothing } else { days(calls) }
                }
                if store.state.hasMore { more }
            }
            .refreshable { await store.sendAndSettle(.refreshed) }
            .titled(.historyTitle)
            .navigationDestination(for: CallID.self) { detail($0) }
        }
        .task { store.send(.refreshed) }
        .asks(question) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
    }

    @ViewBuilder private var nothing: some View {
        if store.state.isMissed {
            EmptyState(.historyNoneMissed, .success) { EmptyView() }
        } else {
            EmptyState(.historyEmptyTitle, text: .historyEmptyText, .history) { EmptyView() }
        }
    }

    private func days(_ calls: [CallRecord]) -> some View {
        WithMoments(now) { moments in
            ForEach(HistoryDay.days(of: calls, now: moments.now, locale: moments.locale, timeZone: moments.timeZone)) {
                day in
                Section {
                    ForEach(day.runs) { run in
                        HistoryRow(run: run, moments: moments, store: store, call: call)
                    }
                } header: {
                    Phrase(moments.words(day.day))
                }
            }
        }
    }

    private var more: some View {
        ActionButton(
            store.state.isLoading ? .historyLoadingMore : .historyMore, isBusy: store.state.isLoading
        ) {
            store.send(.reachedEnd)
        }
        .onAppear { store.send(.reachedEnd) }
    }

    private var question: Question? {
        store.state.question.map { _ in
            Question(title: .questionsDeleteCallTitle, text: .questionsDeleteCallText, yes: .questionsDeleteCallYes)
        }
    }
}

/// Calls with the same people, one after the other.
private struct HistoryRow: View {
    let run: HistoryRun
    let moments: Moments
    let store: FlowStore<HistoryFlow>
    let call: @MainActor ([UserID], Bool) -> Void

    private var others: [UserID] { run.people.map(\.userId) }
    private var isVideo: Bool { run.newest.callMediaType == .video }

    var body: some View {
        HStack(spacing: Metrics.gap) {
            NavigationLink(value: run.id) {
                Row(run.names, note: run.result(moments.locale)) {
                    Drawing(run.symbol).foregroundStyle(run.isMissed ? Color.red : Color.secondary)
                } accessory: {
                    Text(verbatim: moments.time(run.newest.startedAt)).font(.footnote.monospacedDigit())
                }
            }
            if !others.isEmpty {
                IconButton(again, isVideo ? .video : .call) { call(others, isVideo) }
            }
        }
        .swipeActions(edge: .trailing, allowsFullSwipe: false) {
            Button(role: .destructive) {
                store.send(.askedToRemove(run.calls.map(\.id)))
            } label: {
                Labelled(.questionsDeleteCallYes, .remove)
            }
            .disabled(!store.state.removing.isDisjoint(with: run.calls.map(\.id)))
        }
    }

    private var again: Words {
        let names = run.names
        return isVideo ? .historyAgainVideo(name: names) : .historyAgainSound(name: names)
    }
}
