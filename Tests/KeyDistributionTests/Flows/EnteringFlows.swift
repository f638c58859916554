import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 1 to 10: two devices find each other, whatever is lost on the way.
    static let entering: [Flow] = [
        Flow(number: 1, name: "two-devices") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 3_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 2 * Scene.delay + 5)
            flow.expect(scene.allHear(["ana", "bo"]), "both hear each other one trip after the join")
            flow.expect(scene.member("bo", of: "ana")?.trust == .new, "bo is new to ana")
            scene.run(for: 60_000)
            flow.expect(scene.allHear(["ana", "bo"]), "a minute later as well")
            flow.expect(flow.sent(.open, by: "ana").count == 1, "one opening is enough")
        },
        Flow(number: 2, name: "glare-both-joins-at-once") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 400)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "three hear each other, two of whom came at once")
        },
        Flow(number: 3, name: "open-before-join") { flow in
            let scene = flow.scene
            let bo = scene.address("bo")
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.way = { kind, from, _, _ in kind == .join && from == bo ? [600] : [20] }
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 200)
            flow.expect(!flow.sent(.open, by: "bo").isEmpty, "bo opens at once, as ana's join came with the ringing")
            flow.expect(!scene.hears("ana", "bo"), "ana cannot take it before the join")
            scene.run(for: 500)
            flow.expect(scene.hears("ana", "bo"), "the opening was kept for the join")
            scene.run(for: 100)
            flow.expect(scene.hears("bo", "ana"), "and ana opens then")
        },
        Flow(number: 4, name: "join-lost") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            flow.loseNext(.join, from: "bo", to: "ana")
            scene.accept("bo", invitedBy: "ana")
            let time = flow.time(within: 5_000) { scene.allHear(["ana", "bo"]) }
            flow.expect(time.map { $0 <= 3_300 + 4 * Scene.delay } ?? false, "asked for and found, after \(time ?? 0)")
        },
        Flow(number: 5, name: "open-lost-silent-sender") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            flow.loseNext(.open, from: "ana", to: "bo")
            scene.accept("bo", invitedBy: "ana")
            let time = flow.time(within: 20_000) { scene.allHear(["ana", "bo"]) }
            flow.expect(
                time.map { $0 <= 13_000 + 4 * Scene.delay } ?? false, "a status shows that it lacks, after \(time ?? 0)"
            )
        },
        Flow(number: 6, name: "open-lost-with-media") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            flow.loseNext(.open, from: "ana", to: "bo")
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 100)
            flow.hold("bo", "ana")
            let time = flow.time(within: 4_000) { scene.allHear(["ana", "bo"]) }
            flow.expect(time.map { $0 <= 3_000 + 4 * Scene.delay } ?? false, "frames show it, after \(time ?? 0)")
        },
        Flow(number: 7, name: "key-lost") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            flow.loseNext(.key, from: "ana", to: "bo")
            scene.leave("cem")
            scene.kill("cem")
            scene.run(for: 700)
            flow.expect(!scene.hears("bo", "ana"), "the key of the new generation was lost")
            flow.hold("bo", "ana")
            scene.run(for: 4 * Scene.delay)
            flow.expect(scene.allHear(["ana", "bo"]), "bo asks for it")
        },
        Flow(number: 8, name: "duplicate-everything") { flow in
            let scene = flow.scene
            scene.way = { _, _, _, _ in [20, 25, 900] }
            flow.begin(["ana", "bo", "cem"])
            scene.run(for: 30_000)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "copies change nothing")
            flow.expect(flow.sent(.open, by: "ana").count == 2, "one opening for each")
        },
        Flow(number: 9, name: "join-known-to-one-side") { flow in
            let scene = flow.scene
            scene.stores = false
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            // Without an invitation bo does not have ana's join, and the server has stored none.
            scene.accept("bo")
            let time = flow.time(within: 5_000) { scene.allHear(["ana", "bo"]) }
            flow.expect(time.map { $0 <= 3_300 + 4 * Scene.delay } ?? false, "bo asks for the join, \(time ?? 0)")
        },
        Flow(number: 10, name: "relay-before-list") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.handle("ana", .listed([scene.address("ana")]))
            scene.run(for: 2 * Scene.delay + 5)
            flow.expect(scene.allHear(["ana", "bo"]), "to relay a join is to list its device")
        },
    ]
}
