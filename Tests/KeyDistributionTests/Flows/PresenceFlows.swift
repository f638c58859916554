import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 31 to 34: statuses that come late or not at all.
    static let presence: [Flow] = [
        Flow(number: 31, name: "gone-and-back") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            let before = scene.way
            let (ana, bo) = (scene.address("ana"), scene.address("bo"))
            scene.way = { kind, from, to, now in
                [from, to].contains(ana) && [from, to].contains(bo) ? [] : before(kind, from, to, now)
            }
            scene.run(for: 32_000)
            flow.expect(scene.member("bo", of: "ana")?.presence == .away, "bo is away for ana")
            flow.expect(scene.hears("cem", "ana") && scene.hears("ana", "cem"), "cem is not concerned")
            scene.way = before
            let time = flow.time(within: 15_000) { scene.allHear(["ana", "bo", "cem"]) }
            flow.expect(time != nil, "back with a fresh status, after \(time ?? 0)")
        },
        Flow(number: 32, name: "delayed-status") { flow in
            let scene = flow.scene
            flow.begin()
            let bo = scene.address("bo")
            var held: [String] = []
            scene.way = { kind, from, _, _ in kind == .status && from == bo ? [] : [20] }
            let steps = scene.device("bo").steps.count
            scene.run(for: 25_000)
            for action in scene.device("bo").steps.dropFirst(steps).flatMap(\.actions) {
                if case .sendToAll(.status, let text) = action { held.append(text) }
            }
            scene.run(for: 6_500)
            flow.expect(scene.member("bo", of: "ana")?.presence == .away, "bo has not shown up for three periods")
            for text in held { scene.forge(.status, from: bo, to: "ana", text) }
            scene.run(for: 50)
            flow.expect(scene.member("bo", of: "ana")?.presence == .away, "what was said before proves nothing")
        },
        Flow(number: 33, name: "own-gap-extension-cap") { flow in
            let scene = flow.scene
            flow.begin()
            // Cut every 20 s, so that nothing of bo's arrives: absences do not add up.
            let bo = scene.address("bo")
            scene.way = { _, from, to, _ in from == bo || to == bo ? [] : [20] }
            let start = scene.now
            for _ in 0..<4 {
                scene.disconnect("ana")
                scene.run(for: 5_000)
                scene.reconnect("ana")
                scene.run(for: 5_000)
            }
            scene.run(for: 1_500)
            flow.expect(scene.now - start < 45_000, "less than what would add up")
            flow.expect(scene.device("ana").sealing(scene.now) == nil, "four periods at most")
        },
        Flow(number: 34, name: "views-differ") { flow in
            let scene = flow.scene
            let (bo, cem) = (scene.address("bo"), scene.address("cem"))
            scene.way = { _, from, to, _ in [from, to].contains(bo) && [from, to].contains(cem) ? [] : [20] }
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 45_000)
            flow.expect(scene.device("ana").notices.contains(.lacks(bo, of: cem)), "bo lacks cem, and ana says so")
            flow.expect(scene.device("ana").notices.contains(.lacks(cem, of: bo)), "the reverse as well")
            let unknown = KeyDistribution.Notice.knowsUnknown(scene.address("ana"))
            flow.expect(scene.device("bo").notices == [unknown], "ana knows whom bo does not")
        },
    ]

    /// Flows 35 to 40: the owners of devices.
    static let trust: [Flow] = [
        Flow(
            number: 35, name: "held-changed-sign",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([.other(of: "bo")])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 3_000)
            flow.expect(scene.member("bo", of: "ana")?.trust == .held(.changedKey), "held for its changed key")
            flow.expect(!scene.hears("bo", "ana") && !scene.hears("ana", "bo"), "gets nothing, is not heard")
        },
        Flow(
            number: 36, name: "held-new-device-vouched",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([cast.device("bo").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo2"])
            scene.run(for: 1_000)
            scene.accept("bo2", invitedBy: "ana")
            scene.run(for: 1_000)
            flow.expect(scene.member("bo2", of: "ana")?.trust == .held(.newDevice), "a further device is held")
            scene.forge(.vouch, from: scene.address("bo2"), to: "ana", SceneCast.vouch(by: "bo", for: "bo2"))
            scene.run(for: 1_000)
            flow.expect(scene.member("bo2", of: "ana")?.trust == .vouched, "until a known one vouches")
            flow.expect(scene.allHear(["ana", "bo2"]), "then both hear each other")
        },
        Flow(number: 37, name: "held-uninvited") { flow in
            let scene = flow.scene
            flow.begin()
            scene.run(for: 6_000)
            scene.accept("eve", invitedBy: "ana")
            scene.run(for: 3_000)
            flow.expect(scene.member("eve", of: "ana")?.trust == .held(.uninvited), "nobody invited eve")
            flow.expect(!scene.hears("eve", "ana") && !scene.hears("eve", "bo"), "she hears nobody")
            flow.expect(scene.allHear(["ana", "bo"]), "the others go on")
        },
        Flow(number: 38, name: "confirm-while-in-call") { flow in
            let scene = flow.scene
            flow.begin()
            scene.run(for: 6_000)
            scene.accept("eve", invitedBy: "ana")
            scene.run(for: 3_000)
            scene.handle("ana", .noted(DeviceNote(.letIn, of: ShownIdentity(SceneCast.plain.device("eve").identity))))
            scene.run(for: 1_000)
            flow.expect(scene.hears("eve", "ana") && scene.hears("ana", "eve"), "ana has confirmed eve")
            flow.expect(!scene.hears("eve", "bo"), "bo has not")
        },
        Flow(
            number: 39, name: "revoke-in-call",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([cast.device("bo").identity, cast.device("bo2").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo2"])
            scene.forge(.revoke, from: scene.address("bo2"), to: "ana", SceneCast.revoke(of: "bo2", by: "bo"))
            scene.run(for: 1)
            flow.expect(scene.member("bo2", of: "ana")?.trust == .held(.revoked), "held at once")
            if let key = scene.device("ana").sealing(scene.now) {
                flow.expect(!scene.device("bo2").canOpen(key, of: scene.address("ana")), "without any grace")
            }
        },
        Flow(
            number: 40, name: "RX-and-RXM-mixed",
            cast: {
                var cast = SceneCast.plain
                cast.postQuantum = ["ana", "bo"]
                return cast
            }
        ) { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            flow.expect(scene.member("bo", of: "ana")?.isPostQuantum == true, "both have ML-KEM")
            flow.expect(scene.member("cem", of: "ana")?.isPostQuantum == false, "one has not")
        },
    ]

    static let all = entering + comingBack + generations + presence + trust
}
