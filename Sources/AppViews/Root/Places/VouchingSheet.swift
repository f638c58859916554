import ECallAPI
import ECallCalls
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// Comparing the own devices, and the camera above it, on a sheet.
struct VouchingSheet: View {
    /// A code that a device of the account showed.
    struct Code: Equatable {
        let device: DeviceID
        let text: String
    }

    @Environment(\.texts) private var texts
    /// The device whose code is expected.
    @State private var scanned: DeviceID?
    let destinations: Destinations
    /// The code that was scanned before.
    let read: Code?
    let leave: @MainActor () -> Void

    private var main: MainStores { destinations.main }

    var body: some View {
        NavigationStack {
            Held {
                let store = main.flows.vouching()
                if let read { store.send(.read(read.device, .code(read.text))) }
                return store
            } content: { store in
                VouchView(store: store) { scanned = $0 }
                    .sheet(isPresented: $scanned.isPresent()) {
                        if let scanned { camera(for: scanned, store) }
                    }
            }
            .toolbar { ToolbarItem(placement: .cancellationAction) { IconButton(.callClose, .decline, action: leave) } }
        }
    }

    private func camera(for device: DeviceID, _ store: FlowStore<VouchFlow>) -> some View {
        let says = store.state.devices.value?.devices.first { $0.device == device }?.past.says
        let aim = ScannedCode.Aim(
            device: DeviceIdentity(user: main.account.userId, device: device),
            name: says ?? texts.string(.devicesNameless))
        return ScanSheet(aim: aim, main: main, phone: destinations.phone) {
            if case .ownDevice(let device, let code) = $0 { store.send(.read(device, .code(code))) }
            scanned = nil
        } leave: {
            scanned = nil
        }
    }
}
