import ECallAPI
import ECallContacts
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Reporting on a screen", .timeLimit(.minutes(1)))
struct ReportViewTests {
    private static func screen(_ state: ReportFlow) -> Screen<ReportFlow> {
        Screen(state: state) { store, outward in
            ReportView(FlowPart(store)) {
                outward.tell(Texts().string($0))
            } leave: {
                outward.tell("leave")
            }
        }
    }

    private static func states() -> [(String, ReportFlow)] {
        let flow = ReportFlow(of: 2, name: "Bo")
        let chosen = flow.after(.choseReason(.spam), .typedNote("Calls at night"))
        let sending = chosen.after(.sent)
        return [
            ("new", flow), ("nameless", ReportFlow(of: 2, name: "")), ("chosen", chosen),
            ("too long", chosen.after(.typedNote(String(repeating: "x", count: 501)))), ("sending", sending),
            ("failed", sending.after(.done(.server(Sample.offline)))), ("sent", sending.after(.done(nil))),
        ]
    }

    @Test("every state is spoken, and each of its controls acts")
    func screens() async {
        for (name, state) in Self.states() where !state.isSent {
            await Self.screen(state).check(name, hasProblem: state.problem != nil)
        }
    }

    @Test("a report has a reason and a note, shows what is sent, and is confirmed")
    func reports() async {
        let outward = Outward()
        let effects = NotedEffects<ReportFlow> { _ in .done(nil) }
        let store = FlowStore(ReportFlow(of: 2, name: "Bo", call: 7), effects: effects)
        let walk = Walk(
            ReportView(FlowPart(store)) {
                outward.tell(Texts().string($0))
            } leave: {
                outward.tell("leave")
            })
        #expect(walk.elements.first?.label == "Cancel" && walk.has("Report Bo?"))
        #expect(walk.has("Nothing said or shown in your calls is sent. The server doesn’t have it."))
        #expect(await walk.perform(.press, on: "Report") == false)
        #expect(await walk.perform(.choose("Harassment"), on: "Reason"))
        #expect(await walk.perform(.type, on: "What happened", " Calls at night "))
        #expect(await walk.perform(.press, on: "Report"))
        await store.settled()
        _ = walk.elements
        let request = ReportRequest(userId: 2, reason: .harassment, note: "Calls at night", callId: 7)
        #expect(effects.all == [.report(request)] && outward.told == ["You reported Bo to the operator."])
    }

    @Test("a sheet whose report is being sent can be left neither by a gesture nor by Cancel")
    func holds() async {
        let sending = ContactFlow(2).after(.loaded(.success(Sample.contact(2, "Bo"))), .startedReport)
            .after(.report(.choseReason(.other)))
        let open = await ContactViewTests.screen(sending).open()
        #expect(open.walk.screenActions.map(\.gesture) == [.dismiss])
        #expect(await open.walk.perform(.press, on: "Report"))
        #expect(open.walk.screenActions.isEmpty && open.store.state.report?.isSending == true)
        #expect(await open.walk.perform(.press, on: "Cancel") == false)
        open.store.send(.report(.done(nil)))
        _ = open.walk.elements
        #expect(open.outward.told == ["You reported Bo to the operator."] && open.store.state.report == nil)
    }
}
