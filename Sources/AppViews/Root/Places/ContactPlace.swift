import ECallAPI
import ECallFlows
import SwiftUI

/// A contact, and comparing numbers with them.
struct ContactPlace: View {
    @State private var compared: DeviceIdentity?
    let destinations: Destinations
    let user: UserID
    let leave: @MainActor () -> Void

    var body: some View {
        Held {
            destinations.flows.contact(user)
        } content: { [destinations] store in
            ContactView(store: store, now: destinations.flows.now) { isVideo in
                destinations.main.place([user], isVideo: isVideo)
            } compare: {
                compared = $0
            } tell: {
                destinations.main.tell($0)
            } leave: {
                leave()
            }
            // The outcome is shown here afterwards.
            .sheet(isPresented: $compared.isPresent(), onDismiss: { store.send(.refreshed) }) {
                if let compared {
                    ComparingSheet(
                        device: compared, name: destinations.main.name(of: user), main: destinations.main,
                        phone: destinations.phone
                    ) {
                        self.compared = nil
                    }
                }
            }
        }
    }
}
