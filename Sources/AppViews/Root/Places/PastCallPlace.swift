import ECallAPI
import ECallFlows
import SwiftUI

/// A run of calls, and the contacts who were in them.
struct PastCallPlace: View {
    @State private var opened: UserID?
    let destinations: Destinations
    let run: HistoryRun
    let leave: @MainActor () -> Void

    var body: some View {
        Held {
            destinations.flows.historyDetail(of: run, options: MainStores.options)
        } content: { [destinations] store in
            HistoryDetailView(store: store, now: destinations.flows.now) { people, isVideo in
                destinations.main.place(people, isVideo: isVideo)
            } open: {
                opened = $0
            } tell: {
                destinations.main.tell($0)
            } leave: {
                leave()
            }
        }
        .navigationDestination(isPresented: $opened.isPresent()) {
            if let opened { destinations.contact(opened) { self.opened = nil } }
        }
    }
}
