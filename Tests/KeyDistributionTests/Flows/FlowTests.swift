import Testing

@testable import KeyDistribution

@Suite("Flows of e2ee transcripts")
struct FlowTests {
    @Test(
        "the assertions of each flow hold",
        arguments: Flow.all + Flow.reports + Flow.gestures + Flow.recording + Flow.notes + Flow.answers + Flow.absences
            + Flow.replies + Flow.meetings + Flow.proofs + Flow.invites + Flow.chains + Flow.matrix
            + Flow.refusals)
    func flow(_ flow: Flow) {
        let scene = FlowScene(flow.cast())
        flow.run(scene)
        #expect(scene.violations == [])
    }

    @Test("flows are numbered 1 to 40, each once")
    func numbers() {
        #expect(Flow.all.map(\.number) == Array(1...40))
        #expect(Flow.refusals.map(\.number) == Array(1...12))
    }
}
