import ECallAPI
import ECallSecurity
import Testing

@testable import KeyDistribution

/// Openings that come again, or were made for an entry that is over (e2ee 4).
@Suite("Openings")
struct OpeningRuleTests {
    private let flow = FlowScene(.plain)
    private var scene: Scene { flow.scene }
    private var bo: DeviceAddress { scene.address("bo") }

    @Test("a repeated opening leaves the channel unchanged: its numbers do not start anew")
    func again() throws {
        flow.begin(["ana", "bo", "cem"])
        let opening = try #require(flow.sent(.open, by: "bo").first)
        scene.leave("cem")
        scene.kill("cem")
        scene.run(for: 1_000)
        #expect(scene.device("ana").core.peers[bo]?.current?.receiving?.n == 1)
        for text in flow.sent(.open, by: "bo") + [opening] { scene.handle("ana", .message(.open, from: bo, text)) }
        #expect(scene.device("ana").core.peers[bo]?.current?.receiving?.n == 1)
    }

    @Test("openings for a former entry do not count as failures, so that the good one is not ignored")
    func over() throws {
        flow.begin()
        let ana = scene.address("ana")
        let old = try #require(flow.sent(.open, by: "bo").first)
        scene.way = { kind, _, to, _ in kind == .open && to == ana ? [] : [Scene.delay] }
        scene.reload("ana")
        scene.run(for: 2_500)
        let good = try #require(scene.device("bo").core.peers[ana]?.current?.sending?.opening)
        #expect(good != old)
        for _ in 0...KeyDistributionLimits.openFailures { scene.handle("ana", .message(.open, from: bo, old)) }
        #expect(scene.device("ana").core.peers[bo]?.failures == 0)
        scene.handle("ana", .message(.open, from: bo, good))
        #expect(scene.device("ana").core.peers[bo]?.current?.receiving != nil)
    }
}
