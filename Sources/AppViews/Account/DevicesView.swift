public import ECallAPI
import ECallAccount
public import ECallFlows
import ECallLanguage
public import SwiftUI

/// The signed-in devices, with actions to sign them out.
public struct DevicesView: View {
    private let store: FlowStore<DevicesFlow>
    private let now: Now
    private let compare: @MainActor (DeviceID) -> Void

    /// - Parameter compare: shows the numbers of a device, to vouch for it.
    public init(store: FlowStore<DevicesFlow>, now: @escaping Now, compare: @escaping @MainActor (DeviceID) -> Void) {
        (self.store, self.now, self.compare) = (store, now, compare)
    }

    private var state: DevicesFlow { store.state }

    public var body: some View {
        LoadableContent(state.devices, loading: .devicesLoading) {
            store.send(.refreshed)
        } content: { devices in
            List {
                Phrase(.devicesLead).foregroundStyle(.secondary)
                if let problem = state.problem { Notice(problem.text, .problem) }
                ForEach(devices, id: \.id) { device in row(device) }
                if state.hasOthers {
                    ActionButton(
                        .devicesSignOutOthers, tone: .destructive, isBusy: state.busy.contains(.others)
                    ) {
                        store.send(.askedToSignOutOthers)
                    }
                }
            }
            .refreshable { await store.sendAndSettle(.refreshed) }
        }
        .titled(.devicesTitle)
        .task { store.send(.refreshed) }
        .asks(question) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
    }

    private func row(_ device: DeviceInfo) -> some View {
        Section {
            WithMoments(now) { moments in
                Row(name(device), note: note(device, moments)) {
                    Drawing(.device)
                } accessory: {
                    EmptyView()
                }
            }
            fact(.devicesFactSystem, "\(device.systemName) \(device.systemVersion)")
            fact(.devicesFactPlace, device.location)
            fact(.devicesFactAddress, device.ip)
            ActionButton(device.id == state.own ? .ownDeviceShows : .devicesCompare) { compare(device.id) }
                .spoken(
                    device.id == state.own
                        ? .ownDeviceShows : .commonTwoSentences(first: Words.devicesCompare, second: name(device)))
            if device.id != state.own {
                ActionButton(
                    .devicesSignOut, tone: .destructive, isBusy: state.busy.contains(.device(device.id))
                ) {
                    store.send(.askedToSignOut(device.id))
                }
                .spoken(.commonTwoSentences(first: Words.devicesSignOut, second: name(device)))
            }
        }
    }

    /// Empty if the server doesn't know it.
    @ViewBuilder private func fact(_ title: Words, _ value: String) -> some View {
        if value.contains(where: { !$0.isWhitespace }) {
            Row(title, note: .verbatim(value)) {
                EmptyView()
            } accessory: {
                EmptyView()
            }
        }
    }

    private func name(_ device: DeviceInfo) -> Words {
        device.deviceName.isEmpty ? .devicesNameless : .verbatim(device.deviceName)
    }

    private func note(_ device: DeviceInfo, _ moments: Moments) -> Words {
        if device.id == state.own { return .devicesOwn }
        return device.updatedAt.map { .devicesLastSeen(moment: moments.words($0)) } ?? .devicesNeverSeen
    }

    private var question: Question? {
        switch state.question {
        case nil: return nil
        case .others:
            return Question(title: .devicesQuestionOthers, text: .devicesLostOthers, yes: .devicesSignOutOthers)
        case .device(let id):
            let device = state.devices.value?.first { $0.id == id }
            return Question(
                title: .devicesQuestion(name: device.map(name) ?? .devicesNameless), text: .devicesLost,
                yes: .devicesSignOut)
        }
    }
}
