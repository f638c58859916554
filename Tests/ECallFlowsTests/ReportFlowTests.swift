import ECallAPI
import ECallContacts
import ECallCore
import ECallLanguage
import Testing

@testable import ECallFlows

@Suite("The flow of reporting", .timeLimit(.minutes(1)))
struct ReportFlowTests {
    private static let failure = ContactsError.server(
        .server(code: ErrorCode.tooManyRequests.rawValue, status: 429, title: "x"))

    private static func run(_ actions: [ReportFlow.Action], from flow: ReportFlow) -> (ReportFlow, [ReportFlow.Effect])
    {
        var (flow, effects) = (flow, [ReportFlow.Effect]())
        for action in actions { effects += flow.send(action) }
        return (flow, effects)
    }

    private static let bo = ReportFlow(of: 2, name: "Bo", call: 7)

    @Test("a report needs a reason, trims its note or omits an empty one, and is sent once")
    func sends() {
        #expect(Self.run([.typedNote("x"), .sent], from: Self.bo).1 == [])
        for (typed, note) in [(" called me at night\n", "called me at night"), (" \n", nil), ("", nil)] {
            let (flow, effects) = Self.run(
                [.choseReason(.spam), .choseReason(.harassment), .typedNote(typed), .sent, .sent, .typedNote("y")],
                from: Self.bo)
            #expect(effects == [.report(ReportRequest(userId: 2, reason: .harassment, note: note, callId: 7))])
            #expect(flow.isSending && flow.note == typed)
            let (done, more) = Self.run([.done(nil), .sent, .done(Self.failure)], from: flow)
            #expect(done.isSent && more == [] && done.notice == .reportSent(name: "Bo") && done.problem == nil)
            let (failed, again) = Self.run([.done(Self.failure), .sent], from: flow)
            #expect(again == effects && failed.isSending && failed.problem == nil)
        }
        let (refused, _) = Self.run([.choseReason(.other), .sent, .done(Self.failure)], from: Self.bo)
        #expect(refused.problem?.text == .errorsTooManyRequests && !refused.isSent && refused.notice == nil)
        #expect(Self.run([.sawProblem], from: refused).0.problem == nil)
    }

    @Test("the note is limited in UTF-16 units, and the limit is reported")
    func limits() {
        let fits = Self.run([.choseReason(.other), .typedNote(String(repeating: "😀", count: 250))], from: Self.bo).0
        #expect(fits.charactersLeft == 0 && fits.canSend && fits.noteProblem == nil)
        let long = Self.run([.typedNote(fits.note + "a")], from: fits).0
        #expect(long.charactersLeft == -1 && !long.canSend && long.noteProblem == .reportNoteTooLong(most: 500))
        #expect(Self.run([.sent], from: long).1 == [])
    }

    @Test("a person without a name is called “someone”")
    func names() {
        #expect(ReportFlow(of: 2, name: "").title == .reportTitle(name: Text.commonSomebody))
        #expect(Self.bo.title == .reportTitle(name: "Bo") && Self.bo.explanation == .reportWhat(name: "Bo"))
    }
}
