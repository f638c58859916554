import ECallAPI
import ECallCalls
import ECallContacts
import ECallFlows
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Choosing contacts on a screen", .timeLimit(.minutes(1)))
struct SelectContactsViewTests {
    private nonisolated static let people = [
        Sample.contact(2, "Bo"), Sample.contact(3, "Cai", isFavorite: true), Sample.contact(4, "Dee", said: "Diane"),
    ]
    private static let offline = ContactsError.server(Sample.offline)

    private static func flow(
        _ purpose: SelectContactsFlow.Purpose = .call, _ people: [Contact] = people, present: Set<UserID> = []
    ) -> SelectContactsFlow {
        SelectContactsFlow(purpose, present: present).after(.loaded(.success(people)))
    }

    private static func screen(_ state: SelectContactsFlow) -> Screen<SelectContactsFlow> {
        Screen(state: state) { store, outward in
            SelectContactsView(store: store) {
                outward.tell("\($0)\($1 ? " video" : "")")
            } leave: {
                outward.tell("leave")
            }
        }
    }

    private static func states() -> [(String, SelectContactsFlow)] {
        let chosen = flow().after(.chose(4), .chose(2))
        let crowd = Set((100..<148).map { UserID($0) })
        let full = flow(.invite, present: crowd).after(.chose(2))
        return [
            ("loading", SelectContactsFlow(.call)),
            ("not loaded", SelectContactsFlow(.call).after(.loaded(.failure(offline)))), ("nobody chosen", flow()),
            ("chosen", chosen), ("searching", chosen.after(.typedSearch("d"))),
            ("nobody found", chosen.after(.typedSearch("x"))), ("no contacts", flow(.call, [])),
            ("all in the call", flow(.invite, present: [2, 3, 4])), ("full", full),
            ("too many", full.after(.presentChanged(crowd.union([200, 201])))), ("invite", flow(.invite)),
            ("not refreshed", chosen.after(.loaded(.failure(offline)))), ("confirmed", chosen.after(.confirmed)),
            ("failed", chosen.after(.confirmed, .failed(.busy))),
        ]
    }

    @Test("every state is spoken, and each of its controls acts")
    func screens() async {
        let states = Self.states()
        #expect(Set(states.map { LoadableCase($0.1.contacts) }) == Set(LoadableCase.allCases))
        #expect(Set(states.map { $0.1.step == .choosing }) == [true, false])
        for (name, state) in states { await Self.screen(state).check(name, hasProblem: state.problem != nil) }
    }

    /// 000-47, 004-43
    @Test("contacts are chosen by search, one is deselected, and the others are called in order of choice")
    func chooses() async {
        let open = await Self.screen(Self.flow()).open()
        let walk = open.walk
        // Favourites first.
        let buttons = walk.elements.filter { $0.role == .button }.map(\.label)
        #expect(buttons.prefix(4) == ["Cancel", "Cai", "Bo", "Dee, Now listed as “Diane” by the server"])
        #expect(await walk.perform(.press, on: "Call") == false)
        #expect(await walk.perform(.type, on: "Search contacts", "d"))
        #expect(!walk.has("Bo"))
        let dee = walk.labels.first { $0.hasPrefix("Dee") } ?? ""
        #expect(await walk.perform(.press, on: dee) && walk.elements.first { $0.label == dee }?.isSelected == true)
        #expect(await walk.perform(.type, on: "Search contacts", ""))
        #expect(await walk.perform(.press, on: "Cai") && walk.has("2 people selected"))
        #expect(await walk.perform(.press, on: "Bo"))
        #expect(await walk.perform(.press, on: "Remove Cai") && !walk.has("Remove Cai"))
        #expect(await walk.perform(.press, on: "Video call"))
        #expect(open.outward.told == ["[4, 2] video"])
        #expect(await walk.perform(.press, on: "Bo") == false)
        open.store.send(.failed(.busy))
        #expect(await walk.perform(.press, on: "Call 2 people"))
        #expect(open.outward.told == ["[4, 2] video", "[4, 2]"])
    }

    @Test("no more contacts can be chosen once the call is full")
    func limit() async {
        let full = Self.flow(.invite, present: Set((100..<148).map { UserID($0) })).after(.chose(2))
        let walk = await Self.screen(full).open().walk
        #expect(walk.has("A call can have up to 50 people."))
        #expect(await walk.perform(.press, on: "Cai") == false)
        #expect(await walk.perform(.press, on: "Bo") && walk.has("Select at least one person."))
        #expect(await walk.perform(.press, on: "Cai"))
    }
}
