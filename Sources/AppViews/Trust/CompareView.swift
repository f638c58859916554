import ECallAPI
import ECallCalls
public import ECallFlows
import ECallLanguage
import KeyDistribution
public import SwiftUI

/// Comparing devices with a person: both look at the same numbers.
public struct CompareView: View {
    private let store: FlowStore<CompareFlow>
    private let name: String
    private let scan: @MainActor () -> Void

    /// - Parameters:
    ///   - name: of the person.
    ///   - scan: shows the camera; what it reads is sent to the flow as `read`.
    public init(store: FlowStore<CompareFlow>, name: String, scan: @escaping @MainActor () -> Void) {
        (self.store, self.name, self.scan) = (store, name, scan)
    }

    private var state: CompareFlow { store.state }

    public var body: some View {
        LoadableContent(state.devices, loading: .compareLoading) {
            store.send(.refreshed)
        } content: { devices in
            List {
                if let outcome = state.outcome {
                    OutcomeNotice(outcome: outcome, name: name) { store.send(.sawOutcome) }
                }
                if let problem = state.problem { Notice(problem.text, .problem) }
                if devices.isEmpty {
                    EmptyState(.contactDevicesNone, .device) { EmptyView() }
                } else {
                    ActionButton(.compareScan, .code, action: scan)
                }
                ForEach(devices, id: \.device) { device in
                    DeviceSection(
                        device: device, says: device.past.says.map(Words.verbatim) ?? .deviceUnnamed, name: name,
                        store: store)
                }
            }
            .refreshable { await store.sendAndSettle(.refreshed) }
        }
        .titled(.compareTitle(name: name))
        .sensoryFeedback(trigger: state.outcome) { _, new in
            guard let new else { return nil }
            if case .same = new { return .success } else { return .error }
        }
        .task { store.send(.refreshed) }
    }
}

private struct OutcomeNotice: View {
    let outcome: DeviceComparison.Outcome
    let name: String
    let seen: @MainActor () -> Void

    var body: some View {
        switch outcome {
        case .same: Notice(.compareVerified(name: name), .success)
        case .differs: Notice(.compareDiffers(name: name), .problem)
        case .revoked: Notice(.compareRevoked, .problem)
        case .ownCode: Notice(.scanOwnCodeText, .problem)
        case .another: Notice(.scanOtherDevicesCodeText(name: name), .problem)
        case .notACode, .notANumber, .incomplete: Notice(.scanNotAPairCodeText(name: name), .problem)
        }
        ActionButton(.contactsGoneRead, action: seen)
    }
}

/// One of their devices, and the possible answers.
private struct DeviceSection: View {
    /// The question is here, since the flow knows only the answer.
    private enum Asked { case anyway, notThem }

    /// Numbers that don't match change nothing that is stored, so this answer is kept only here.
    @State private var saysDiffer = false
    @State private var asked: Asked?
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    let device: DeviceComparison
    let says: Words
    let name: String
    let store: FlowStore<CompareFlow>

    private var isBusy: Bool { store.state.busy.contains(device.device) }
    private var words: DeviceWords { DeviceWords(locale: locale, timeZone: timeZone) }

    var body: some View {
        Section {
            TrustRow(words: TrustWords(device, words))
            if saysDiffer { Notice(.compareDifferSaid(name: name), .problem) }
            if device.isComparable {
                Phrase(.compareLead(number: says, name: name))
                Digits(digits: device.digits, label: .compareNumber)
                comparing
            } else {
                Phrase(.compareRevoked).foregroundStyle(.secondary)
            }
            answers
        } header: {
            Phrase(words.name(of: device.past))
        }
        .asks(question) {
            store.send(asked == .anyway ? .letInAnyway(device.device) : .isNotTheirs(device.device))
            asked = nil
        } no: {
            asked = nil
        }
    }

    @ViewBuilder private var comparing: some View {
        if device.trust == .verified {
            button(.compareForget) { store.send(.forgot(device.device)) }
        } else if saysDiffer {
            button(.compareAgain) { saysDiffer = false }
        } else {
            button(.compareSame, .accept, tone: .primary) { store.send(.foundSame(device.device)) }
            button(.compareDiffer) { saysDiffer = true }
        }
    }

    @ViewBuilder private var answers: some View {
        switch device.offer {
        case .itsThem: button(.heldItsThem(name: name)) { store.send(.isTheirs(device.device)) }
        case .anyway: button(.heldAnyway) { asked = .anyway }
        case .compare, nil: EmptyView()
        }
        if device.isRefusable { button(.heldNotThem(name: name), tone: .destructive) { asked = .notThem } }
    }

    /// Its name contains the device's, because there may be several.
    private func button(
        _ words: Words, _ symbol: Symbol? = nil, tone: ActionButton.Tone = .quiet,
        action: @escaping @MainActor () -> Void
    ) -> some View {
        ActionButton(words, symbol, tone: tone, isBusy: isBusy, action: action)
            .spoken(.commonTwoSentences(first: words, second: says))
    }

    private var question: Question? {
        switch asked {
        case nil: nil
        case .anyway:
            Question(
                title: .questionsLetInAnywayTitle(name: name),
                text: device.trust == .held(.revoked)
                    ? .questionsLetInAnywayLost(name: name) : .questionsLetInAnywayText(name: name),
                yes: .questionsLetInAnywayYes)
        case .notThem:
            Question(
                title: .questionsNotThemTitle(name: name), text: .questionsNotThemText,
                yes: .questionsNotThemYes(name: name))
        }
    }
}
