import ECallAPI
import ECallCalls
import ECallFlows
import SwiftUI

/// The calls, and choosing whom to call together.
struct CallsPlace: View {
    /// The chosen people: they are called once the sheet is dismissed, so that questions before a call can be shown.
    private struct Chosen {
        let people: [CallSubject.Person]
        let isVideo: Bool
    }

    @State private var isChoosing = false
    @State private var chosen: Chosen?
    let destinations: Destinations

    private var main: MainStores { destinations.main }

    var body: some View {
        HistoryView(store: main.history, now: destinations.flows.now) { people, isVideo in
            main.place(people, isVideo: isVideo)
        } choose: {
            isChoosing = true
        } detail: { run, leave in
            destinations.pastCall(run, leave: leave)
        }
        .sheet(isPresented: $isChoosing, onDismiss: place) {
            Held {
                destinations.flows.selectContacts(for: .call, present: [])
            } content: { store in
                SelectContactsView(store: store) { _, isVideo in
                    let people = store.state.chosen.map { CallSubject.Person(id: $0.contactId, name: $0.contactName) }
                    chosen = Chosen(people: people, isVideo: isVideo)
                    isChoosing = false
                } leave: {
                    isChoosing = false
                }
            }
        }
    }

    private func place() {
        guard let chosen else { return }
        self.chosen = nil
        main.place(chosen.people, isVideo: chosen.isVideo)
    }
}
