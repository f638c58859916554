public import ECallAPI
import ECallAccount
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The calls, by day; missed ones alone where wanted.
public struct HistoryView<Detail: View>: View {
    /// Calls these people again.
    public typealias Call = @MainActor (_ people: [UserID], _ isVideo: Bool) -> Void

    private let store: FlowStore<HistoryFlow>
    private let now: Now
    private let call: Call
    private let choose: @MainActor () -> Void
    private let detail: (HistoryRun, _ leave: @escaping @MainActor () -> Void) -> Detail

    /// - Parameters:
    ///   - choose: several are chosen for a new call.
    ///   - detail: the page of a run of calls, which leaves once they are gone.
    public init(
        store: FlowStore<HistoryFlow>, now: @escaping Now, call: @escaping Call,
        choose: @escaping @MainActor () -> Void,
        @ViewBuilder detail: @escaping (HistoryRun, _ leave: @escaping @MainActor () -> Void) -> Detail
    ) {
        (self.store, self.now, self.call) = (store, now, call)
        (self.choose, self.detail) = (choose, detail)
    }

    public var body: some View {
        WithMoments(now) { moments in
            let days = HistoryDay.days(
                of: store.state.calls.value ?? [], now: moments.now, locale: moments.locale,
                timeZone: moments.timeZone)
            Panes(first: days.first?.runs.first) { selection in
                list(days, moments, selection)
            } detail: { run, leave in
                detail(run, leave)
            }
        }
        .task { store.send(.refreshed) }
        .asks(question) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
    }

    private func list(
        _ days: [HistoryDay], _ moments: Moments, _ selection: Binding<HistoryRun?>?
    ) -> some View {
        List(selection: selection) {
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
                if calls.isEmpty { nothing }
                ForEach(days) { day($0, moments) }
            }
            if store.state.hasMore { more }
        }
        .refreshable { await store.sendAndSettle(.refreshed) }
        .titled(.historyTitle)
        .toolbar { ToolbarItem(placement: .primaryAction) { IconButton(.chooseTitle, .newCall, action: choose) } }
    }

    @ViewBuilder private var nothing: some View {
        if store.state.isMissed {
            EmptyState(.historyNoneMissed, .success) { EmptyView() }
        } else {
            EmptyState(.historyEmptyTitle, text: .historyEmptyText, .history) { EmptyView() }
        }
    }

    private func day(_ day: HistoryDay, _ moments: Moments) -> some View {
        Section {
            ForEach(day.runs) { run in HistoryRow(run: run, moments: moments, store: store, call: call) }
        } header: {
            Phrase(moments.words(day.day))
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
            NavigationLink(value: run) {
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
