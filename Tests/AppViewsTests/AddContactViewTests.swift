import ECallAPI
import ECallContacts
import ECallFlows
import Foundation
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Adding a contact on a screen", .timeLimit(.minutes(1)))
struct AddContactViewTests {
    enum Step: CaseIterable {
        case looking, found, asked

        init(_ step: AddContactFlow.Step) {
            switch step {
            case .looking: self = .looking
            case .found: self = .found
            case .asked: self = .asked
            }
        }
    }

    enum Link: CaseIterable {
        case none, making, made, failed

        init(_ link: AddContactFlow.Link) {
            switch link {
            case .none: self = .none
            case .making: self = .making
            case .made: self = .made
            case .failed: self = .failed
            }
        }
    }

    private nonisolated static let person = ResolvedContact(token: "token", displayName: "Ana")
    private static let share = ContactsService.Share(token: "t", link: "https://calls.example.org/share/contact/t")

    private static func states() -> [(name: String, state: AddContactFlow)] {
        let (flow, failure) = (AddContactFlow(), ContactsError.server(Sample.offline))
        let looking = flow.after(.opened("link"))
        let found = looking.after(.found("link", .success(person)))
        return [
            ("empty", flow), ("nothing typed", flow.after(.lookedUp)), ("looking", looking),
            ("nobody", looking.after(.found("link", .success(nil)))),
            ("offline", looking.after(.found("link", .failure(failure)))), ("found", found),
            ("asking", found.after(.asked)), ("not asked", found.after(.asked, .requestSent(failure))),
            ("asked", found.after(.asked, .requestSent(nil))), ("making", flow.after(.wantedLink)),
            ("made", flow.after(.wantedLink, .linkMade(.success(share)))),
            ("no link", flow.after(.wantedLink, .linkMade(.failure(failure)))),
        ]
    }

    private static func screen(_ state: AddContactFlow) -> Screen<AddContactFlow> {
        Screen(state: state) { store, outward in
            add(store, outward, isSheet: true)
        }
    }

    private static func add(_ store: FlowStore<AddContactFlow>, _ outward: Outward, isSheet: Bool = false) -> some View
    {
        AddContactView(
            store: store, ways: LinkSharing(draw: { _ in nil }, copy: { outward.tell($0) }),
            scan: { outward.tell("scan") }, leave: isSheet ? { @MainActor @Sendable in outward.tell("leave") } : nil
        ) {
            Text(verbatim: "Personal link")
        }
    }

    /// 000-61
    @Test("every step is spoken, and each of its controls acts")
    func screens() async {
        let states = Self.states()
        #expect(Set(states.map { Step($0.state.step) }) == Set(Step.allCases))
        #expect(Set(states.map { Link($0.state.link) }) == Set(Link.allCases))
        for (name, state) in states {
            await Self.screen(state).check(name, hasProblem: state.problem != nil)
        }
    }

    /// 004-9
    @Test("a problem has a title, in the search and on a person's card")
    func titles() async {
        let (looking, offline) = (AddContactFlow().after(.opened("link")), ContactsError.server(Sample.offline))
        let found = looking.after(.found("link", .success(Self.person)))
        for (state, title) in [
            (looking.after(.found("link", .success(nil))), "No one found"),
            (found.after(.asked, .requestSent(offline)), "No connection"),
        ] {
            let walk = await Self.screen(state).open().walk
            #expect(walk.elements.contains { $0.label == title && $0.isHeader })
            let card = Walk(PersonCard(store: FlowStore(state, effects: NotedEffects<AddContactFlow>())) {})
            #expect(card.elements.contains { $0.label == title && $0.isHeader })
        }
    }

    @Test("the user's own code is the second tab, with a button that leads to the link for several people")
    func ownCode() async {
        let store = FlowStore(AddContactFlow(), effects: NotedEffects<AddContactFlow>())
        let outward = Outward()
        let walk = Walk(Self.add(store, outward))
        #expect(!walk.has("Close"))
        #expect(await walk.perform(.choose("My code"), on: "Ways to add a contact") && walk.has("Create link"))
        #expect(await walk.perform(.press, on: "Personal link"))
        #expect(walk.labels == ["Personal link"])
        let sheet = Walk(Self.add(store, outward, isSheet: true))
        #expect(await sheet.perform(.press, on: "Close") && outward.told == ["leave"])
    }

    /// 000-63, 004-10, 004-21
    @Test("a scanned link becomes a card, which sends a request to its owner")
    func opensLink() async throws {
        let effects = NotedEffects<AddContactFlow> { effect in
            switch effect {
            case .lookUp(let text): .found(text, .success(Self.person))
            case .ask: .requestSent(nil)
            case .makeLink, .withdraw, .personalLink: nil
            }
        }
        let store = FlowStore(AddContactFlow(), effects: effects)
        let walk = Walk(Self.add(store, Outward()))
        let link = "https://calls.example.org/share/contact/token"
        store.send(.opened(link))
        await store.settled()
        #expect(effects.all == [.lookUp(link)] && walk.has("Ana created this link."))
        #expect(await walk.perform(.press, on: "Send request"))
        await store.settled()
        #expect(effects.all.last == .ask(token: "token") && walk.has("Request sent"))
        #expect(await walk.perform(.press, on: "Add another") && walk.has("Search"))
    }
}
