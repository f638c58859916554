import ECallAPI
import ECallFlows
import SwiftUI

/// Adding someone; and the destinations of scanned codes: a person, a call, the safety number of a device.
struct AddPlace: View {
    /// The device that a scanned code is compared with.
    private enum Compared: Equatable {
        case contact(DeviceIdentity, code: String)
        case own(VouchingSheet.Code)
    }

    @Environment(\.dismiss) private var dismiss
    @State private var isScanning = false
    /// Opened once the camera is dismissed: a sheet cannot be presented above one that is being dismissed.
    @State private var found: ScannedCode?
    @State private var compared: Compared?
    /// The link to a call, opened once this sheet is dismissed.
    @State private var link: CallLink?
    let destinations: Destinations
    /// Whether it lies over something.
    let isSheet: Bool

    private var main: MainStores { destinations.main }

    var body: some View {
        AddContactView(
            store: main.addContact, ways: destinations.phone.linkWays, scan: { isScanning = true },
            leave: isSheet ? close : nil
        ) {
            PersonalLinkView(
                FlowPart(of: main.addContact, \.personalLink) { .personalLink($0) }, now: destinations.flows.now,
                ways: destinations.phone.linkWays, address: destinations.link, tell: { main.tell($0) })
        }
        .sheet(isPresented: $isScanning, onDismiss: follow) {
            ScanSheet(aim: nil, main: main, phone: destinations.phone) {
                found = $0
                isScanning = false
            } leave: {
                isScanning = false
            }
        }
        .sheet(isPresented: $compared.isPresent()) {
            switch compared {
            case .contact(let device, let code):
                ComparingSheet(
                    device: device, name: main.name(of: device.user), code: code, main: main, phone: destinations.phone
                ) {
                    compared = nil
                }
            case .own(let code): VouchingSheet(destinations: destinations, read: code) { compared = nil }
            case nil: EmptyView()
            }
        }
        .onDisappear { if let link { destinations.open(link) } }
    }

    private func close() { dismiss() }

    private func follow() {
        guard let code = found else { return }
        found = nil
        switch code {
        case .contactLink(let token): main.addContact.send(.opened(token))
        case .callLink(let link):
            guard isSheet else { return destinations.open(link) }
            self.link = link
            dismiss()
        case .contactDevice(let device, let code): compared = .contact(device, code: code)
        case .ownDevice(let device, let code): compared = .own(.init(device: device, text: code))
        }
    }
}
