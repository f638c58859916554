import ECallAPI
import ECallSecurity
import TestSupport
import Testing

@testable import KeyDistribution

/// The meaning of a status (e2ee 6).
@Suite("Statuses")
struct StatusRuleTests {
    private let flow = FlowScene(.plain)
    private var scene: Scene { flow.scene }
    private var bo: DeviceAddress { scene.address("bo") }

    @Test("a repeated status counts once: two are needed to report that a device lacks a join")
    func again() throws {
        flow.begin(["ana", "bo", "cem"])
        scene.run(for: 25_000)
        let core = scene.device("bo").core
        func status(_ seq: UInt16) throws -> String {
            try Status.make(
                join: core.own.join.hash, seq: seq, generation: 1, have: [], signingKey: core.own.device.signingKey
            ).text
        }
        let notice = KeyDistribution.Notice.lacks(bo, of: scene.address("cem"))
        let before = try #require(scene.device("bo").steps.flatMap(\.actions).compactMap(Self.status).last)
        scene.handle("ana", .message(.status, from: bo, try status(900)))
        scene.handle("ana", .message(.status, from: bo, try status(900)))
        scene.handle("ana", .message(.status, from: bo, before))
        #expect(scene.device("ana").core.peers[bo]?.current?.lastStatus == 900)
        #expect(!scene.device("ana").notices.contains(notice))
        scene.handle("ana", .message(.status, from: bo, try status(901)))
        #expect(scene.device("ana").notices.contains(notice))
    }

    @Test("a newcomer hears of a recording with the first message it can read, even if its own status is lost")
    func newcomer() {
        scene.found("ana", inviting: ["bo", "cem"])
        scene.run(for: 1_000)
        scene.accept("bo", invitedBy: "ana")
        scene.run(for: 2_000)
        scene.handle("bo", .recording(true))
        scene.run(for: 13_000)
        // Otherwise the recorder answers a status that does not list it.
        flow.loseNext(.status, from: "cem", to: "bo")
        scene.accept("cem", invitedBy: "ana")
        scene.run(for: 3 * Scene.delay)
        #expect(scene.hears("cem", "bo") && scene.member("bo", of: "cem")?.isRecording == true)
        #expect(flow.violations == [])
    }

    private static func status(_ action: KeyDistribution.Action) -> String? {
        if case .sendToAll(.status, let text) = action { text } else { nil }
    }

    @Test("among more than sixteen devices statuses come every 20 s: a lost one is gone within 60 s, not 30")
    func crowd() {
        let names = (1...17).map { "p\($0)" }
        let scene = Scene()
        scene.found("p1", inviting: Array(names.dropFirst()))
        scene.run(for: 1_000)
        for name in names.dropFirst() { scene.accept(name, invitedBy: "p1") }
        scene.run(for: 30_000)
        #expect(scene.allHear(names))
        func statuses() -> Int { scene.device("p1").steps.flatMap(\.actions).compactMap(Self.status).count }
        let before = statuses()
        scene.run(for: 60_000)
        #expect(statuses() - before == 3)
        scene.kill("p17")
        scene.run(for: 32_000)
        #expect(scene.member("p17", of: "p1")?.presence == .member)
        scene.run(for: 30_000)
        #expect(scene.member("p17", of: "p1")?.presence == .away)
        #expect(scene.allHear(Array(names.dropLast())))
    }

    @Test("a status of an unknown join is asked about at once, with or without another join of its device")
    func unknown() throws {
        flow.begin()
        scene.run(for: 5_000)
        for name in ["bo", "cem"] {
            var random = SeededGenerator(seed: 7)
            let entry = try OwnEntry(
                SceneCast.plain.device(name), room: Scene.room, seq: 1_800_000_000_000,
                secrets: .draw(postQuantum: false, using: &random))
            let status = try Status.make(
                join: entry.join.hash, seq: 1, generation: 1, have: [], signingKey: entry.device.signingKey)
            scene.handle("ana", .message(.status, from: scene.address(name), status.text))
            let asked = scene.device("ana").steps.last?.actions.contains { action in
                if case .send(.again, let texts) = action { texts[scene.address(name)] != nil } else { false }
            }
            #expect(asked == true, "\(name)")
        }
    }
}
