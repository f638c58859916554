import ECallAPI
import ECallCalls
import ECallContacts
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews
@testable import ECallFlows

@MainActor
@Suite("A run of calls on a screen", .timeLimit(.minutes(1)))
struct HistoryDetailViewTests {
    private static func screen(_ state: HistoryDetailFlow) -> Screen<HistoryDetailFlow> {
        Screen(state: state) { store, outward in
            NavigationStack {
                HistoryDetailView(store: store, now: { noon }) {
                    outward.tell("\($1 ? "video" : "call") \($0)")
                } open: {
                    outward.tell("open \($0)")
                } tell: {
                    outward.tell(Texts().string($0))
                } leave: {
                    outward.tell("leave")
                }
            }
            .inLondon()
        }
    }

    /// 2 is a contact, 3 a blocked one, 4 has been asked, 5 is a stranger, 6 is blocked, 7 asks.
    private static let lists = ContactsFlow.Lists(
        contacts: [Sample.contact(2, "Bo"), Sample.contact(3, "Cai", isBlocked: true)],
        received: [Sample.request(1, .received, 7, "Gus")], sent: [Sample.request(2, .sent, 4, "Dee")],
        blocked: [Sample.contact(3, "Cai", isBlocked: true), Sample.contact(6, "Fay")])

    private static func flow(_ calls: [CallRecord]) -> HistoryDetailFlow {
        HistoryDetailFlow(HistoryRun(calls, newest: calls[0]))
    }

    private static func opened(_ calls: [CallRecord]) -> HistoryDetailFlow {
        flow(calls).after(.peopleLoaded(.success(lists)))
    }

    private static let group = ["Bo", "Cai", "Dee", "Eve", "Fay", "Gus"]

    private static func states() -> [(String, HistoryDetailFlow)] {
        let one = opened([Sample.call(9)])
        let all = opened([Sample.call(9, names: group), Sample.call(8, names: group)])
        return [
            ("unknown people", flow([Sample.call(9)])),
            ("people not loaded", flow([Sample.call(9)]).after(.peopleLoaded(.failure(.server(Sample.offline))))),
            ("one", one), ("video", opened([Sample.call(9, isVideo: true)])), ("group", all),
            ("nameless", opened([Sample.call(9, names: ["", ""])])),
            ("running", opened([Sample.call(9, .outgoing, .active, names: group)])),
            ("ringing", opened([Sample.call(9, .outgoing, .calling)])),
            ("missed", opened([Sample.call(9, .incoming, .missed, isAnswered: false)])),
            ("returning", opened([Sample.call(9, .outgoing, .active, names: group)]).after(.returned)),
            (
                "not returned",
                opened([Sample.call(9, .outgoing, .active, names: group)]).after(.returned, .cameBack(.over))
            ),
            ("asking", all.after(.asked(5))), ("asks to remove", all.after(.askedToRemove([9, 8]))),
            ("removing", all.after(.askedToRemove([9, 8]), .confirmed)),
            ("asks to block", all.after(.askedToBlock(5))), ("reports", all.after(.startedReport(5))),
            ("removed", one.after(.removed([9], nil))),
        ]
    }

    @Test("every state is spoken, and everything on it leads somewhere")
    func screens() async {
        for (name, state) in Self.states() {
            await Self.screen(state).check(name, hasProblem: state.problem != nil)
        }
    }

    /// 004-12
    @Test("each person in a call has what can be done about them; a contact leads to their page")
    func people() async {
        let open = await Self.screen(Self.opened([Sample.call(9, names: Self.group)])).open()
        let walk = open.walk
        func choices(_ name: String) async -> [String] {
            guard await walk.perform(.press, on: "More \(name)") else { return [] }
            let choices = walk.labels
            await walk.dismiss()
            return choices
        }
        for (name, expected) in [
            ("Bo", []), ("Cai", []), ("Dee", ["Report…", "Block"]), ("Eve", ["Report…", "Block"]),
            ("Fay", ["Report…", "Unblock"]), ("Gus", ["Report…", "Block"]),
        ] {
            #expect(await choices(name) == expected)
        }
        #expect(walk.has("Add Eve as a contact") && !walk.has("Add Dee as a contact"))
        #expect(await walk.perform(.press, on: "Bo, Didn’t join") && open.outward.told == ["open 2"])
        #expect(await walk.perform(.press, on: "Add Eve as a contact"))
        await open.store.settled()
        #expect(open.effects.all.last == .ask(5))
        #expect(await walk.choose("Unblock", from: "More Fay"))
        await open.store.settled()
        #expect(open.effects.all.last == .setBlocked(false, 6))
        #expect(await walk.choose("Block", from: "More Dee") && walk.has("Block Dee?"))
        #expect(await walk.perform(.press, on: "Block"))
        await open.store.settled()
        #expect(open.effects.all.last == .setBlocked(true, 4))
    }

    @Test("004-36: a stranger of a past call is added by a swipe; anybody else has no such swipe")
    func addsBySwipe() async throws {
        let open = await Self.screen(Self.opened([Sample.call(9, names: Self.group)])).open()
        let swipes = open.walk.elements.filter { element in
            element.actions.contains { $0.gesture == .swipe("Add Eve as a contact") }
        }
        let row = try #require(swipes.first)
        #expect(swipes.count == 1 && row.label.hasPrefix("Eve"))
        #expect(!open.walk.elements.contains { $0.actions.contains { $0.gesture == .swipe("Add Dee as a contact") } })
        #expect(await open.walk.perform(.swipe("Add Eve as a contact"), on: row.label))
        await open.store.settled()
        #expect(open.effects.all.last == .ask(5))
    }

    /// 000-54
    @Test("the people are called again, a running call is returned to, and calls are deleted one by one or together")
    func acts() async {
        let calls = [Sample.call(9, names: ["Bo"]), Sample.call(8, names: ["Bo"])]
        let open = await Self.screen(Self.opened(calls)).open()
        let walk = open.walk
        #expect(await walk.perform(.press, on: "Video"))
        let first = walk.elements.first { $0.actions.contains { $0.gesture == .swipe("Delete") } }?.label ?? ""
        #expect(first == "Incoming call, Incoming · 1 min, Today, 11:59")
        #expect(await walk.perform(.swipe("Delete"), on: first))
        #expect(await walk.perform(.press, on: "Delete"))
        await open.store.settled()
        #expect(open.effects.all.last == .remove([9]))
        open.store.send(.removed([9], nil))
        #expect(await walk.perform(.press, on: "Delete this call"))
        #expect(walk.has("Delete this call?"))
        #expect(await walk.perform(.press, on: "Delete"))
        open.store.send(.removed([8], nil))
        _ = walk.elements
        #expect(open.outward.told == ["video [2]", "leave"])

        let running = await Self.screen(Self.opened([Sample.call(7, .outgoing, .active)])).open()
        #expect(!running.walk.has("Call"))
        #expect(await running.walk.perform(.press, on: "Rejoin"))
        await running.store.settled()
        #expect(running.effects.all.last == .comeBack(7, isVideo: false))
    }
}
