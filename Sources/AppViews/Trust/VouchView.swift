public import ECallAPI
import ECallAccount
import ECallCalls
public import ECallFlows
import ECallLanguage
import KeyDistribution
public import SwiftUI

/// The trust in the own devices: a new one is compared and vouched for, a lost one is reported lost.
public struct VouchView: View {
    private let store: FlowStore<VouchFlow>
    private let scan: @MainActor (DeviceID) -> Void

    /// - Parameter scan: shows the camera; what it reads is sent to the flow as `read`, for this device.
    public init(store: FlowStore<VouchFlow>, scan: @escaping @MainActor (DeviceID) -> Void) {
        (self.store, self.scan) = (store, scan)
    }

    private var state: VouchFlow { store.state }

    public var body: some View {
        LoadableContent(state.devices, loading: .ownDeviceLoading) {
            store.send(.refreshed)
        } content: { own in
            List {
                if let problem = state.problem { Notice(problem.words, .problem) }
                if state.compared != nil || state.problem != nil {
                    ActionButton(.contactsGoneRead) { store.send(.sawOutcome) }
                }
                if own.isRevoked { Notice(.ownDeviceSelfLostText, .problem) }
                if own.isVouched { Notice(.ownDeviceSelfVouchedText, .success) }
                ForEach(own.devices, id: \.device) { device in
                    OwnDeviceSection(device: device, store: store, scan: scan)
                }
            }
            .refreshable { await store.sendAndSettle(.refreshed) }
        }
        .titled(.ownDeviceTitle)
        .sensoryFeedback(trigger: state.compared) { _, new in
            new.map { $0.outcome == .same ? .success : .error }
        }
        .task { store.send(.refreshed) }
        .asks(question) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
    }

    private var question: Question? {
        guard let id = state.question else { return nil }
        let device = state.devices.value?.devices.first { $0.device == id }
        return Question(
            title: .devicesQuestion(name: device?.says ?? .devicesNameless), text: .devicesLostSentence,
            yes: .devicesLostChoice)
    }
}

extension OwnDeviceComparison {
    fileprivate var says: Words { past.says.map(Words.verbatim) ?? .devicesNameless }
}

extension VouchFlow.Problem {
    fileprivate var words: Words {
        switch self {
        case .notLoaded(let failure), .notSaid(let failure): failure.text
        case .isLost: .ownDeviceLostText
        case .notSignedOut(let failure): .commonTwoSentences(first: Words.devicesLostRevokedOnly, second: failure.text)
        }
    }
}

private struct OwnDeviceSection: View {
    @State private var saysDiffer = false
    let device: OwnDeviceComparison
    let store: FlowStore<VouchFlow>
    let scan: @MainActor (DeviceID) -> Void

    private var isBusy: Bool { store.state.busy.contains(device.device) }
    private var isLost: Bool { device.trust == .held(.revoked) }

    var body: some View {
        Section {
            if device.isThis {
                Phrase(.ownDeviceShowsText).foregroundStyle(.secondary)
            } else {
                TrustRow(words: .own(device.trust))
            }
            if saysDiffer {
                Notice(
                    device.isVouchedHere
                        ? .ownDeviceDifferVouched(name: device.says) : .ownDeviceDifferSaid(name: device.says),
                    .problem)
            }
            if let compared = store.state.compared, compared.device == device.device { outcome(compared.outcome) }
            if !isLost {
                if !device.isThis { Phrase(.ownDeviceLead(name: device.says)) }
                Digits(digits: device.digits, label: .ownDeviceDigits)
            }
            if !device.isThis { buttons }
        } header: {
            Phrase(device.isThis ? .devicesOwn : device.says)
        }
    }

    @ViewBuilder private var buttons: some View {
        if !isLost {
            if !device.canVouch {
                Phrase(.ownDeviceCannotVouch).foregroundStyle(.secondary)
            } else if saysDiffer {
                button(.compareAgain) { saysDiffer = false }
            } else {
                button(.ownDeviceAreSame, .accept, tone: .primary) { store.send(.foundSame(device.device)) }
                button(.compareDiffer) { saysDiffer = true }
                button(.ownDeviceScan, .code) { scan(device.device) }
            }
        }
        button(.devicesLostChoice, tone: .destructive) { store.send(.askedToGiveUp(device.device)) }
    }

    private func outcome(_ outcome: OwnDeviceComparison.Outcome) -> some View {
        switch outcome {
        case .same: Notice(.ownDeviceSame(name: device.says), .success)
        case .differs: Notice(.ownDeviceDiffers(name: device.says), .problem)
        case .another: Notice(.scanOtherOwnDevicesText, .problem)
        case .pairCode, .notACode, .notANumber, .incomplete: Notice(.scanNotADevicesCodeText, .problem)
        }
    }

    /// Its name contains the device's, because there may be several.
    private func button(
        _ words: Words, _ symbol: Symbol? = nil, tone: ActionButton.Tone = .quiet,
        action: @escaping @MainActor () -> Void
    ) -> some View {
        ActionButton(words, symbol, tone: tone, isBusy: isBusy, action: action)
            .spoken(.commonTwoSentences(first: words, second: device.says))
    }
}
