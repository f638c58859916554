import ECallAPI
import ECallContacts
import ECallCore
import ECallFlows
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Contacts on a screen", .timeLimit(.minutes(1)))
struct ContactsViewTests {
    typealias Lists = ContactsFlow.Lists

    private static let full = Lists(
        contacts: [
            Sample.contact(2, "Bo Berg", isFavorite: true, last: noon.advanced(bySeconds: -90_000)),
            Sample.contact(3, "Cy", said: "Cyrus"), Sample.contact(4, "Di", isBlocked: true),
        ], received: [Sample.request(1, .received, 5, "Eve"), Sample.request(2, .received, 6, "Flo")],
        sent: [Sample.request(3, .sent, 7, "Gus")], blocked: [Sample.contact(4, "Di", isBlocked: true)])

    private static func states() -> [(name: String, state: ContactsFlow)] {
        let (flow, failure) = (ContactsFlow(), ContactsError.server(Sample.offline))
        let loaded = flow.after(.loaded(.success(full)))
        return [
            ("loading", flow), ("offline", flow.after(.loaded(.failure(failure)))),
            ("nobody", flow.after(.loaded(.success(Lists())))), ("full", loaded),
            ("filtered", loaded.after(.typedFilter("bo"))), ("nobody found", loaded.after(.typedFilter("zz"))),
            ("asks to remove", loaded.after(.chose(.remove, 2))), ("asks to block", loaded.after(.chose(.block, 5))),
            ("busy", loaded.after(.chose(.accept, 5), .chose(.takeBack, 7), .chose(.unblock, 4))),
            ("problem", loaded.after(.changed(2, failure), .loaded(.success(full)))),
        ]
    }

    private static func contacts(_ store: FlowStore<ContactsFlow>, _ outward: Outward) -> any View {
        ContactsView(store: store, now: { noon }) { user, isVideo in
            outward.tell("\(isVideo ? "video" : "call") \(user)")
        } detail: { user, leave in
            Text(verbatim: "Detail of \(user)")
            Button(action: leave) { Text(verbatim: "Leave") }
        } add: {
            Text(verbatim: "Adding")
        }
        .inLondon()
    }

    /// 000-29, 000-71
    @Test("every list is spoken, and each of its controls acts")
    func screens() async {
        let states = Self.states()
        #expect(Set(states.map { LoadableCase($0.state.lists) }) == Set(LoadableCase.allCases))
        for (name, state) in states { await Screen(state: state, make: Self.contacts).check(name) }
    }

    @Test("requests and blocked people are spoken, and each of their controls acts")
    func otherScreens() async {
        for (name, state) in Self.states() where state.question == nil {
            await Screen(state: state) { store, _ in FriendRequestsView(store: store, now: { noon }) }.check(name)
            await Screen(state: state) { store, _ in BlockedView(store: store) }.check(name)
        }
    }

    /// 000-4, 003-40, 004-15, 004-40
    @Test("of two requests one is accepted and the other declined, and the screen follows")
    func answersRequests() async {
        let effects = NotedEffects<ContactsFlow> { effect in
            switch effect {
            case .perform(_, let user): .changed(user, nil)
            case .load: nil
            }
        }
        let store = FlowStore(ContactsFlow().after(.loaded(.success(Self.full))), effects: effects)
        let walk = Walk(Self.contacts(store, Outward()))
        await walk.settled()
        #expect(await walk.perform(.press, on: "Requests, 2 waiting"))
        #expect(walk.labels.contains { $0.hasPrefix("Eve, Received Today, 11:00") })
        #expect(await walk.perform(.press, on: "Accept Eve"))
        await store.settled()
        #expect(effects.all.contains(.perform(.accept, 5)))
        var left = Self.full
        left.received.removeFirst()
        left.contacts.append(Sample.contact(5, "Eve"))
        store.send(.loaded(.success(left)))
        #expect(!walk.has("Accept Eve") && walk.has("Accept Flo"))
        #expect(await walk.perform(.press, on: "Decline Flo"))
        await store.settled()
        #expect(effects.all.contains(.perform(.decline, 6)))
        left.received = []
        store.send(.loaded(.success(left)))
        let back = walk.screenActions.first { $0.gesture == .goBack }
        if let back { await walk.perform(back) } else { Issue.record("there is no way back") }
        #expect(walk.labels.contains { $0.hasPrefix("Eve") } && walk.has("Call Eve"))
    }

    @Test("a contact, a request or a blocked person opens over the list on a phone, beside it on a tablet")
    func opens() async {
        let store = FlowStore(ContactsFlow().after(.loaded(.success(Self.full))), effects: NotedEffects<ContactsFlow>())
        let (phone, tablet) = (
            Walk(Self.contacts(store, Outward())),
            Walk(AnyView(Self.contacts(store, Outward())).environment(\.horizontalSizeClass, .regular))
        )
        let cy = phone.labels.first { $0.hasPrefix("Cy") } ?? ""
        #expect(await phone.perform(.press, on: cy) && phone.has("Detail of 3") && !phone.has(cy))
        #expect(await phone.perform(.press, on: "Leave") && phone.has(cy))
        // Never an empty pane: Bo is the first.
        #expect(tablet.has(cy) && tablet.has("Detail of 2"))
        #expect(await tablet.perform(.press, on: cy) && tablet.has("Detail of 3") && tablet.has(cy))
        #expect(await tablet.perform(.press, on: "Requests, 2 waiting"))
        #expect(tablet.has("Accept Eve") && tablet.has(cy) && !tablet.has("Detail of 3"))
        #expect(tablet.depth == 1)
    }

    /// 000-66
    @Test("a contact is removed only after a confirmation, and kept after canceling")
    func asksBeforeRemoving() async {
        for (answer, isRemoved) in [("Cancel", false), ("Remove", true)] {
            let effects = NotedEffects<ContactsFlow>()
            let store = FlowStore(ContactsFlow().after(.loaded(.success(Self.full))), effects: effects)
            let walk = Walk(Self.contacts(store, Outward()))
            await walk.settled()
            let row = walk.elements.first { $0.label.hasPrefix("Bo Berg") }
            let remove = row?.actions.first { $0.gesture == .swipe("Remove contact") }
            if let remove { await walk.perform(remove) } else { Issue.record("nothing removes Bo") }
            #expect(walk.has("Remove Bo Berg?"))
            #expect(await walk.perform(.press, on: answer))
            await store.settled()
            #expect(effects.all.contains(.perform(.remove, 2)) == isRemoved)
            #expect(!walk.has("Remove Bo Berg?"))
        }
    }
}
