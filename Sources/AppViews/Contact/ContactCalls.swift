import ECallAPI
import ECallAccount
import ECallCalls
import ECallFlows
import ECallLanguage
import SwiftUI

/// The calls with a contact, the newest first.
struct ContactCalls: View {
    let store: FlowStore<ContactFlow>
    let moments: Moments

    private var state: ContactFlow { store.state }

    var body: some View {
        Section {
            if let failure = state.callsFailure {
                Notice(failure.text, .problem)
                ActionButton(.commonTryAgain, .renew) { store.send(.refreshed) }
            } else if !state.areCallsLoaded {
                ProgressView { Phrase(.historyLoading) }
            } else if state.calls.isEmpty {
                Phrase(.contactNoCalls).foregroundStyle(.secondary)
            }
            ForEach(state.calls, id: \.id) { call in PastCallRow(call: call, moments: moments) }
            if state.hasMoreCalls {
                ActionButton(.historyMore) { store.send(.reachedEnd) }
            }
        } header: {
            Phrase(.contactCalls)
        }
    }
}

/// A past call: its kind, its outcome and its time.
struct PastCallRow: View {
    let call: PastCall
    let moments: Moments

    var body: some View {
        Row(call.kindText, note: call.outcomeText(locale: moments.locale)) {
            Drawing(symbol).foregroundStyle(call.result == .missed ? Color.red : Color.secondary)
        } accessory: {
            Phrase(moments.words(call.startedAt)).font(.footnote.monospacedDigit()).foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
    }

    private var symbol: Symbol {
        if call.result == .missed { return .missed }
        return call.isOutgoing ? .outgoing : .incoming
    }
}
