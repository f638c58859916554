import ECallFlows
import ECallLanguage
import ECallSecurity
import KeyDistribution
import SwiftUI

/// The question whether a held device is a person's, until it is answered.
struct HeldQuestion: View {
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    let store: FlowStore<CallFlow>
    let device: CallProtection.Device
    let compare: @MainActor (DeviceAddress) -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            Labelled(device.trustText(locale: locale, timeZone: timeZone), .problem).font(.headline)
            if let advice = device.advice { Phrase(advice) }
            Phrase(.heldMeaning(name: device.name)).font(.footnote).foregroundStyle(.secondary)
            DeviceActions(store: store, device: device, isQuestion: true, compare: compare)
        }
        .padding(Metrics.space)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(.regularMaterial, in: RoundedRectangle(cornerRadius: Metrics.radius))
    }
}

/// The person's answers about a device in the call.
struct DeviceActions: View {
    let store: FlowStore<CallFlow>
    let device: CallProtection.Device
    /// Whether the best answer is prominent.
    var isQuestion = false
    let compare: @MainActor (DeviceAddress) -> Void

    private var isBusy: Bool { store.state.busyDevices.contains(device.id) }
    /// An answer counts only for an identity that was shown.
    private var isTap: Bool { device.offer == .itsThem && device.identity != nil }

    var body: some View {
        VStack(spacing: Metrics.gap) {
            if isTap {
                ActionButton(
                    .heldItsThem(name: device.name), .accept, tone: isQuestion ? .primary : .quiet, isBusy: isBusy
                ) {
                    store.send(.isTheirs(device.id))
                }
            }
            if device.isComparable, device.trust != .verified {
                ActionButton(.heldCompare, .compare, tone: isQuestion && !isTap ? .primary : .quiet) {
                    compare(device.id)
                }
                .spoken(.compareTitle(name: device.name))
            }
            if device.isRefusable {
                ActionButton(.heldNotThem(name: device.name), .decline) { store.send(.isNotTheirs(device.id)) }
                    .disabled(isBusy)
            }
            if device.offer == .anyway, device.identity != nil {
                ActionButton(.heldAnyway) { store.send(.wantedToLetIn(device.id)) }.disabled(isBusy)
            }
        }
    }
}
