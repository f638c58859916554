import ECallAPI
import ECallSecurity
import Testing

@testable import KeyDistribution

/// When sealing with a generation begins and ends (e2ee 5).
@Suite("Sealing")
struct SealingRuleTests {
    @Test("a new generation seals 250 ms after it was handed out; until then the former one does")
    func adoption() throws {
        let flow = FlowScene(.plain)
        flow.begin(["ana", "bo", "cem"])
        let scene = flow.scene
        let before = try #require(scene.device("ana").sealing(scene.now)).generation
        scene.leave("cem")
        scene.kill("cem")
        for _ in 0..<1_000 where scene.device("ana").core.generations.newest.generation == before { scene.run(for: 1) }
        let ana = scene.device("ana")
        #expect(ana.sealing(scene.now)?.generation == before)
        #expect(ana.sealing(scene.now + 249)?.generation == before)
        #expect(ana.sealing(scene.now + 250)?.generation == before + 1)
    }

    @Test("sealing ends at once when the last other one leaves")
    func alone() {
        let flow = FlowScene(.plain)
        flow.begin()
        let scene = flow.scene
        scene.leave("bo")
        scene.kill("bo")
        scene.run(for: Scene.delay)
        #expect(scene.device("ana").core.peers[scene.address("bo")]?.current == nil)
        #expect(scene.device("ana").sealing(scene.now) == nil)
    }

    @Test("sealing excludes held devices: the next generation seals in the same instant")
    func revoked() throws {
        var cast = SceneCast.plain
        cast.pins["ana"] = .knowing([cast.device("bo").identity, cast.device("bo2").identity])
        let flow = FlowScene(cast)
        flow.begin(["ana", "bo", "bo2"])
        let scene = flow.scene
        let before = try #require(scene.device("ana").sealing(scene.now))
        #expect(scene.device("bo2").canOpen(before, of: scene.address("ana")))
        let text = SceneCast.revoke(of: "bo2", by: "bo")
        scene.handle("ana", .message(.revoke, from: scene.address("bo"), text))
        let after = try #require(scene.device("ana").sealing(scene.now))
        #expect(after.generation == before.generation + 1)
        #expect(scene.member("bo2", of: "ana")?.presence == .held)
        scene.run(for: 15_000)
        #expect(scene.member("bo2", of: "ana")?.presence == .held, "its statuses do not bring it back")
        #expect(scene.hears("bo", "ana") && !scene.hears("bo2", "ana"))
    }
}
