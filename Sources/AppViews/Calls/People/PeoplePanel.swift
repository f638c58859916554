import ECallFlows
import ECallLanguage
import ECallSecurity
import SwiftUI

/// Everyone whom the call has, rings or had, and what can be done about each.
struct PeoplePanel: View {
    let store: FlowStore<CallFlow>
    let compare: @MainActor (DeviceAddress) -> Void

    private var state: CallFlow { store.state }

    var body: some View {
        let people = state.peopleList
        List {
            if state.phase.isInCall {
                ActionButton(.peopleAdd, .add) { store.send(.opened(.invite)) }
            }
            if people.hands.count > 1 {
                Section {
                    ForEach(Array(people.hands.enumerated()), id: \.offset) { Phrase($0.element) }
                } header: {
                    Phrase(.handList)
                }
            }
            part(.peopleIn, people.inCall)
            part(.peopleRinging, people.ringing)
            part(.peopleGone, people.gone)
        }
    }

    @ViewBuilder private func part(_ title: Words, _ rows: [CallPeople.Row]) -> some View {
        if !rows.isEmpty {
            Section {
                ForEach(rows) { PersonRow(store: store, row: $0, compare: compare) }
            } header: {
                Phrase(title)
            }
        }
    }
}
