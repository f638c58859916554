import ECallAPI
import ECallCalls
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// Comparing numbers with a person, and the camera above it, on a sheet.
struct ComparingSheet: View {
    @Environment(\.texts) private var texts
    @State private var isScanning = false
    /// The device to compare; all of the person's are shown.
    let device: DeviceIdentity
    /// The name of the person; nil if unknown.
    let name: String?
    /// The code of their device, if it was scanned before.
    var code: String?
    /// The participants of the running call, who need not be contacts.
    var present: [UserID: String] = [:]
    let main: MainStores
    let phone: any AppPhone
    let leave: @MainActor () -> Void

    var body: some View {
        let name = name ?? texts.string(.commonSomebody)
        NavigationStack {
            Held {
                let store = main.flows.comparing(with: device.user)
                if let code { store.send(.read(.code(code))) }
                return store
            } content: { store in
                CompareView(store: store, name: name) { isScanning = true }
                    .sheet(isPresented: $isScanning) {
                        ScanSheet(aim: .init(device: device, name: name), present: present, main: main, phone: phone) {
                            if case .contactDevice(_, let code) = $0 { store.send(.read(.code(code))) }
                            isScanning = false
                        } leave: {
                            isScanning = false
                        }
                    }
            }
            .toolbar { ToolbarItem(placement: .cancellationAction) { IconButton(.callClose, .decline, action: leave) } }
        }
    }
}
