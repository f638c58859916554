public import ECallAPI
import ECallCalls
public import ECallFlows
public import ECallLanguage
public import SwiftUI

/// One run of calls: the kind of each, its participants, and the available actions.
public struct HistoryDetailView: View {
    private let store: FlowStore<HistoryDetailFlow>
    private let now: Now
    private let call: @MainActor (_ people: [UserID], _ isVideo: Bool) -> Void
    private let open: @MainActor (UserID) -> Void
    private let tell: @MainActor (Words) -> Void
    private let leave: @MainActor () -> Void

    /// - Parameters:
    ///   - call: calls the people again, on the screen of the call.
    ///   - open: shows a contact.
    ///   - tell: shows a transient confirmation.
    ///   - leave: all of its calls were removed.
    public init(
        store: FlowStore<HistoryDetailFlow>, now: @escaping Now,
        call: @escaping @MainActor (_ people: [UserID], _ isVideo: Bool) -> Void,
        open: @escaping @MainActor (UserID) -> Void,
        tell: @escaping @MainActor (Words) -> Void, leave: @escaping @MainActor () -> Void
    ) {
        (self.store, self.now, self.call) = (store, now, call)
        (self.open, self.tell, self.leave) = (open, tell, leave)
    }

    private var state: HistoryDetailFlow { store.state }

    public var body: some View {
        WithMoments(now) { moments in
            List {
                head
                Section {
                    ForEach(state.people, id: \.user) { person in
                        PersonInCall(person: person, store: store, open: open)
                    }
                } header: {
                    Phrase(.historyPeople)
                }
                calls(moments)
            }
            .refreshable { await store.sendAndSettle(.refreshed) }
        }
        .titled(.historyTitle)
        .sensoryFeedback(trigger: state.problem) { _, problem in problem == nil ? nil : .error }
        .task { store.send(.refreshed) }
        .asks(question) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
        .reports(store, \.report, action: { .report($0) }, left: .leftReport, tell: tell)
        .onChange(of: state.calls.isEmpty, initial: true) { _, isEmpty in if isEmpty { leave() } }
    }

    private var head: some View {
        Section {
            VStack(spacing: Metrics.gap) {
                HStack(spacing: Metrics.gap) {
                    ForEach(state.people.prefix(3), id: \.user) { person in
                        Avatar(name: person.name, size: state.people.count > 1 ? 56 : 96)
                    }
                }
                Phrase(.people(state.people.map(\.name))).font(.title2).multilineTextAlignment(.center)
                    .accessibilityAddTraits(.isHeader)
            }
            .frame(maxWidth: .infinity)
            if let problem = state.problem { Notice(problem.text, .problem) }
            if state.running != nil {
                ActionButton(.historyJoinAgain, .call, tone: .primary, isBusy: state.isReturning) {
                    store.send(.returned)
                }
            } else if !state.callable.isEmpty {
                CallPair(
                    call: isGroup ? .chooseCall(count: state.callable.count) : .contactCall,
                    video: isGroup ? .chooseVideo : .contactVideo
                ) {
                    call(state.callable, $0)
                }
                .disabled(!state.canCall)
            }
        }
    }

    private var isGroup: Bool { state.people.count > 1 }

    private func calls(_ moments: Moments) -> some View {
        Section {
            ForEach(state.calls, id: \.id) { call in
                PastCallRow(call: call, moments: moments)
                    .swipeActions(edge: .trailing, allowsFullSwipe: false) {
                        Button(role: .destructive) {
                            store.send(.askedToRemove([call.id]))
                        } label: {
                            Labelled(.questionsDeleteCallYes, .remove)
                        }
                        .disabled(state.removing.contains(call.id))
                    }
            }
            if !state.calls.isEmpty {
                ActionButton(deletes, .remove, tone: .destructive, isBusy: !state.removing.isEmpty) {
                    store.send(.askedToRemove(state.calls.map(\.id)))
                }
            }
        } header: {
            Phrase(.contactCalls)
        }
    }

    private var deletes: Words {
        state.calls.count == 1 ? .historyDelete : .historyDeleteThese(count: state.calls.count)
    }

    private var question: Question? {
        state.question.map { asked in
            switch asked {
            case .remove: Question(title: asked.title, text: asked.text, yes: .questionsDeleteCallYes)
            case .block: Question(title: asked.title, text: asked.text, yes: .questionsBlockYes)
            }
        }
    }
}
