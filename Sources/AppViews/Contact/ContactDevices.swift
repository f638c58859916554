import ECallAPI
import ECallCalls
import ECallFlows
import ECallLanguage
import KeyDistribution
import SwiftUI

/// The trust in a person, and the devices that ring when they are called.
struct ContactDevices: View {
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    let store: FlowStore<ContactFlow>
    let compare: @MainActor (DeviceIdentity) -> Void

    private var words: DeviceWords { DeviceWords(locale: locale, timeZone: timeZone) }

    var body: some View {
        if let trust = store.state.trust(in: words) { row(trust) }
        Section {
            switch store.state.devices {
            case .loading: ProgressView { Phrase(.devicesLoading) }
            case .failed(let failure):
                Notice(failure.text, .problem)
                ActionButton(.commonTryAgain, .renew) { store.send(.refreshed) }
            case .loaded(let devices): list(devices)
            }
        } header: {
            Phrase(.contactDevices)
        }
    }

    private func row(_ trust: ContactFlow.Trust) -> some View {
        Section {
            Row(trust.word, note: trust.sentence) {
                if trust.isVerified {
                    Drawing(.verified).foregroundStyle(.green)
                } else if trust.isHeld {
                    Drawing(.problem).foregroundStyle(.red)
                } else {
                    Drawing(.device)
                }
            } accessory: {
                EmptyView()
            }
            if let device = trust.comparable {
                ActionButton(.contactCompare) { compare(DeviceIdentity(user: store.state.user, device: device)) }
            }
        }
    }

    @ViewBuilder private func list(_ devices: TrustService.Devices) -> some View {
        if devices.known.isEmpty && !devices.hasOlderApps { Phrase(.contactDevicesNone) }
        ForEach(devices.known, id: \.device) { device in
            Button {
                compare(DeviceIdentity(user: store.state.user, device: device.device))
            } label: {
                Row(words.name(of: device.past), note: words.note(on: device)) {
                    Drawing(.device)
                } accessory: {
                    EmptyView()
                }
            }
        }
        if devices.hasOlderApps {
            // Without another device, the row above says it.
            Row(.contactTrustOlder, note: devices.known.isEmpty ? nil : .contactTrustOlderText) {
                Drawing(.problem)
            } accessory: {
                EmptyView()
            }
        }
    }
}
