import ECallAPI
import ECallCalls
import ECallFlows
import ECallSecurity
import SwiftUI

/// The call, with the contacts to choose from and the numbers of its devices.
struct CallDestination: View {
    let main: MainStores
    let model: AppModel

    var body: some View {
        let (main, phone) = (main, model.phone)
        CallView(
            store: main.call,
            around: CallViewParts(
                picture: { phone.picture($0) }, announce: { phone.announce($0) },
                chooser: { main.flows.selectContacts(for: .invite, present: $0) },
                comparing: { device, leave in
                    let (device, present) = (DeviceIdentity(device), Self.names(in: main.call.state))
                    return ComparingSheet(
                        device: device, name: present[device.user], present: present, main: main, phone: phone,
                        leave: leave)
                }))
    }

    /// The names of the people in the call, as far as they are known.
    private static func names(in call: CallFlow) -> [UserID: String] {
        let others = call.people.filter { !$0.isSelf && !$0.name.isEmpty }
        return Dictionary(others.map { ($0.user, $0.name) }) { first, _ in first }
    }
}

extension DeviceIdentity {
    init(_ address: DeviceAddress) {
        self.init(user: UserID(address.userID), device: DeviceID(address.deviceID))
    }
}
