import ECallAPI
import ECallContacts
public import ECallFlows
public import ECallLanguage
public import SwiftUI

/// Reporting a person to the operator of the server: the reason, and the data that are sent.
public struct ReportView: View {
    private let report: FlowPart<ReportFlow>
    private let sent: @MainActor (Words) -> Void
    private let leave: @MainActor () -> Void

    /// - Parameter sent: confirms that it was sent, and leaves.
    public init(
        _ report: FlowPart<ReportFlow>, sent: @escaping @MainActor (Words) -> Void,
        leave: @escaping @MainActor () -> Void
    ) {
        (self.report, self.sent, self.leave) = (report, sent, leave)
    }

    private var state: ReportFlow { report.state }

    public var body: some View {
        NavigationStack {
            Form {
                fields.disabled(state.isSending)
                Section {
                    if let problem = state.problem { Notice(problem.text, .problem) }
                    ActionButton(.reportSend, .report, tone: .destructive, isBusy: state.isSending) {
                        report.send(.sent)
                    }
                    .disabled(!state.canSend)
                } footer: {
                    VStack(alignment: .leading, spacing: Metrics.gap) {
                        Phrase(state.explanation)
                        Phrase(.reportNever)
                    }
                }
            }
            .titled(state.title)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    IconButton(.commonCancel, .decline, action: leave).disabled(state.isSending)
                }
            }
        }
        .interactiveDismissDisabled(state.isSending)
        .sensoryFeedback(trigger: state.problem) { _, problem in problem == nil ? nil : .error }
        .onChange(of: state.notice, initial: true) { _, notice in if let notice { sent(notice) } }
    }

    @ViewBuilder private var fields: some View {
        Section {
            Picker(selection: reason) {
                ForEach(ReportReason.allCases, id: \.self) { reason in
                    Phrase(Self.words(of: reason)).tag(reason as ReportReason?)
                }
            } label: {
                Phrase(.reportReason)
            }
            .pickerStyle(.inline)
        }
        Section {
            TextField(text: report.binding(\.note) { .typedNote($0) }, axis: .vertical) { Phrase(.reportNote) }
                .frame(minHeight: Metrics.target)
            if let problem = state.noteProblem { Notice(problem, .problem) }
        } header: {
            Phrase(.reportNote)
        } footer: {
            Phrase(.reportNoteHint)
        }
    }

    /// No reason is selected at first; a selected one cannot be deselected.
    private var reason: Binding<ReportReason?> {
        let report = report
        return Binding(
            get: { @MainActor @Sendable in report.state.reason },
            set: { @MainActor @Sendable reason in if let reason { report.send(.choseReason(reason)) } })
    }

    private static func words(of reason: ReportReason) -> Words {
        switch reason {
        case .spam: .reportReasonSpam
        case .harassment: .reportReasonHarassment
        case .impersonation: .reportReasonImpersonation
        case .other: .reportReasonOther
        }
    }
}

extension View {
    /// Shows the report of another flow as long as there is one.
    ///
    /// - Parameter tell: says to the person that it was sent, once the report is gone.
    func reports<Whole: Flow>(
        _ store: FlowStore<Whole>, _ report: @escaping @Sendable (Whole) -> ReportFlow?,
        action: @escaping @Sendable (ReportFlow.Action) -> Whole.Action, left: Whole.Action,
        tell: @escaping @MainActor (Words) -> Void
    ) -> some View {
        let isShown = Binding(
            get: { @MainActor @Sendable in report(store.state) != nil },
            set: { @MainActor @Sendable isShown in if !isShown { store.send(left) } })
        return sheet(isPresented: isShown) {
            if let known = report(store.state) {
                ReportView(FlowPart(of: store, { report($0) ?? known }, action: action)) { notice in
                    store.send(left)
                    tell(notice)
                } leave: {
                    store.send(left)
                }
            }
        }
    }
}
