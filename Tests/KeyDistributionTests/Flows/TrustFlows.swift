import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 59 to 64: meetings, and devices' statements on each other.
    static let meetings: [Flow] = [
        Flow(number: 59, name: "replayed-join-is-not-met") { flow in
            let scene = flow.scene
            flow.begin()
            // The server still claims that bo is there, and has his join.
            scene.kill("bo")
            scene.reload("ana")
            scene.run(for: 3_000)
            flow.expect(scene.member("bo", of: "ana")?.trust == .new, "a person who was never met")
            flow.expect(scene.device("ana").core.pins == DevicePins(), "a join alone is no meeting")
        },
        Flow(number: 60, name: "one-device-is-met") { flow in
            let scene = flow.scene
            flow.begin()
            scene.accept("bo2", invitedBy: "ana")
            scene.run(for: 3_000)
            flow.expect(scene.member("bo", of: "ana")?.trust == .new, "the first one that took part is met")
            flow.expect(scene.member("bo2", of: "ana")?.trust == .held(.newDevice), "and no other of the same person")
            flow.expect(!scene.hears("bo2", "ana") && !scene.hears("ana", "bo2"), "gets nothing, is not heard")
            flow.expect(scene.allHear(["ana", "bo"]), "the others go on")
        },
        Flow(number: 61, name: "old-join-and-old-invite") { flow in
            let scene = flow.scene
            flow.begin()
            let eve = scene.address("eve").userID
            let invite = scene.invite(by: "bo", callees: [eve])
            scene.handle("bo", .invited(invite, callees: [eve]))
            scene.run(for: 1_000)
            // Both stay with the server, and bo is gone.
            scene.kill("bo")
            scene.reload("ana")
            scene.run(for: 6_000)
            scene.accept("eve", invitedBy: "bo")
            scene.run(for: 3_000)
            let trust = scene.member("eve", of: "ana")?.trust
            flow.expect(trust == .held(.uninvited), "nobody who is there has invited eve")
        },
        Flow(
            number: 62, name: "two-revoke-each-other",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([cast.device("bo").identity, cast.device("bo2").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "bo2"])
            for (one, other) in [("bo", "bo2"), ("bo2", "bo")] {
                scene.forge(.revoke, from: scene.address(one), to: "ana", SceneCast.revoke(of: other, by: one))
            }
            scene.run(for: 1_000)
            for name in ["bo", "bo2"] {
                let trust = scene.member(name, of: "ana")?.trust
                flow.expect(trust == .held(.revoked), "\(name) is held: one of them is lost")
            }
        },
        Flow(
            number: 63, name: "beside-a-verified-device",
            cast: {
                var cast = SceneCast.plain
                var pins = DevicePins.knowing([cast.device("bo").identity])
                pins.verify(cast.device("bo2").identity)
                cast.pins["ana"] = pins
                return cast
            }
        ) { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 3_000)
            let trust = scene.member("bo", of: "ana")?.trust
            flow.expect(trust == .held(.unverified), "met once, beside one that was verified since")
            scene.forge(.vouch, from: scene.address("bo"), to: "ana", SceneCast.vouch(by: "bo2", for: "bo"))
            scene.run(for: 1_000)
            flow.expect(scene.member("bo", of: "ana")?.trust == .vouched, "until the verified one vouches")
            flow.expect(scene.allHear(["ana", "bo"]), "then both hear each other")
        },
        Flow(number: 64, name: "heard-is-said-at-once") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 100)
            for (one, other) in [("ana", "bo"), ("bo", "ana")] {
                let (key, core) = (SceneCast.plain.device(one).identity.sign, scene.device(other).core)
                let statuses = flow.sent(.status, by: one).compactMap { try? Status(verifying: $0, by: key) }
                let generation = UInt16(truncatingIfNeeded: core.generations.newest.generation)
                let isSaid = statuses.flatMap(\.have).contains {
                    $0.joinPrefix == core.own.join.hash.prefix && $0.generation == generation
                }
                flow.expect(isSaid, "\(one) says that it has the key of \(other)")
            }
        },
    ]
}
