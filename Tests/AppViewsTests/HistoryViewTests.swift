import ECallAPI
import ECallAccount
import ECallFlows
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("The history on a screen", .timeLimit(.minutes(1)))
struct HistoryViewTests {
    private static func part(_ calls: [CallRecord], next: String? = nil, isMissed: Bool = false) -> HistoryFlow.Action {
        .loaded(after: nil, isMissed: isMissed, .success(CallHistoryService.Part(calls: calls, next: next)))
    }

    private static let calls: [CallRecord] = [
        Sample.call(9, .outgoing, .active, isVideo: true), Sample.call(8, .incoming, .missed, isAnswered: false),
        Sample.call(7, .incoming, .missed, isAnswered: false, secondsAgo: 120),
        Sample.call(6, .outgoing, names: ["Cy"], isAnswered: false, reason: .busy, secondsAgo: 100_000),
        Sample.call(5, names: ["Cy", "Di", "Eve"], secondsAgo: 300_000),
        Sample.call(4, names: [""], secondsAgo: 3_000_000), Sample.call(3, .outgoing, names: [], secondsAgo: 4_000_000),
    ]

    private static func states() -> [(name: String, state: HistoryFlow)] {
        let flow = HistoryFlow()
        let loaded = flow.after(part(calls, next: "more"))
        let failure = AccountError.server(Sample.offline)
        return [
            ("loading", flow), ("offline", flow.after(.loaded(after: nil, isMissed: false, .failure(failure)))),
            ("none", flow.after(part([]))), ("none missed", flow.after(.choseMissed(true), part([], isMissed: true))),
            ("calls", flow.after(part(calls))), ("more", loaded), ("loading more", loaded.after(.reachedEnd)),
            ("asks", loaded.after(.askedToRemove([8, 7]))), ("removing", loaded.after(.askedToRemove([6]), .confirmed)),
            ("problem", loaded.after(.removed([6], .failure(failure)))),
        ]
    }

    private static func screen(_ store: FlowStore<HistoryFlow>, _ outward: Outward) -> any View {
        HistoryView(store: store, now: { noon }) { people, isVideo in
            outward.tell("\(people) \(isVideo)")
        } choose: {
            outward.tell("choose")
        } detail: { run, leave in
            Text(verbatim: "Calls \(run.calls.map(\.id))")
            Button(action: leave) { Text(verbatim: "Leave") }
        }
        .inLondon()
    }

    /// 000-13
    @Test("every part of the history is spoken, and each of its controls acts")
    func screens() async {
        let states = Self.states()
        #expect(Set(states.map { LoadableCase($0.state.calls) }) == Set(LoadableCase.allCases))
        for (name, state) in states { await Screen(state: state, make: Self.screen).check(name) }
    }

    /// 000-30
    @Test("a run of missed calls is one row, which can be called back and is deleted as a whole")
    func missedCalls() async {
        let effects = NotedEffects<HistoryFlow>()
        let (store, outward) = (FlowStore(HistoryFlow().after(Self.part(Self.calls)), effects: effects), Outward())
        let walk = Walk(Self.screen(store, outward))
        await walk.settled()
        let row = walk.elements.first { $0.label.hasPrefix("Bo, 2 missed calls") }
        #expect(row != nil)
        #expect(await walk.perform(.press, on: "Call Bo again") && outward.told == ["[2] false"])
        let delete = row?.actions.first { $0.gesture == .swipe("Delete") }
        if let delete { await walk.perform(delete) } else { Issue.record("nothing deletes the row") }
        #expect(await walk.perform(.press, on: "Delete"))
        await store.settled()
        #expect(effects.all.contains(.remove([8, 7])))
        #expect(await walk.perform(.press, on: "New group call") && outward.told.last == "choose")
    }

    @Test("a run opens with all its calls: over the list on a phone, beside it on a tablet")
    func opens() async {
        let loaded = HistoryFlow().after(Self.part(Self.calls))
        let store = FlowStore(loaded, effects: NotedEffects<HistoryFlow>())
        let phone = Walk(Self.screen(store, Outward()))
        let missed = phone.labels.first { $0.hasPrefix("Bo, 2 missed calls") } ?? ""
        #expect(await phone.perform(.press, on: missed) && phone.has("Calls [8, 7]") && !phone.has(missed))
        #expect(await phone.perform(.press, on: "Leave") && phone.has(missed))

        let tablet = Walk(AnyView(Self.screen(store, Outward())).environment(\.horizontalSizeClass, .regular))
        // The first one, until the person chooses; it stays selected when another one is added before it.
        #expect(tablet.has(missed) && tablet.has("Calls [9]"))
        #expect(await tablet.perform(.press, on: missed) && tablet.has("Calls [8, 7]") && tablet.has(missed))
        #expect(tablet.elements.first { $0.label == missed }?.isSelected == true)
        store.send(Self.part([Sample.call(10, names: ["Flo"], secondsAgo: 1)] + Self.calls))
        #expect(tablet.has("Calls [8, 7]"))
        #expect(await tablet.perform(.press, on: "Leave") && tablet.has("Calls [10]"))
    }
}
