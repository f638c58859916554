import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 68 to 75, 84 and 85: the people whose invites count, for how long, and who passes them on.
    static let invites: [Flow] = [
        Flow(number: 68, name: "old-invite-of-who-is-there") { flow in
            let scene = flow.scene
            flow.begin()
            let eve = scene.address("eve").userID
            let old = scene.invite(by: "bo", callees: [eve])
            // Made for a former entry: the server has it, and bo has joined the call again.
            scene.reload("bo")
            scene.run(for: 6_000)
            scene.forge(.invite, from: scene.address("bo"), to: "ana", old)
            scene.accept("eve", invitedBy: "bo")
            scene.run(for: 3_000)
            flow.expect(scene.allHear(["ana", "bo"]), "bo is there")
            flow.expect(
                scene.member("eve", of: "ana")?.trust == .held(.uninvited), "bo has not invited eve in this call")
            scene.forge(.invite, from: scene.address("bo"), to: "ana", scene.invite(by: "bo", callees: [eve]))
            scene.run(for: 1_000)
            flow.expect(scene.member("eve", of: "ana")?.trust == .new, "one of his join of now counts")
        },
        Flow(number: 69, name: "latecomer-after-the-inviter-left") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem", "dan"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 3_000)
            scene.leave("ana")
            scene.kill("ana")
            scene.run(for: 7_000)
            scene.accept("cem")
            scene.run(for: 7_000)
            flow.expect(scene.allHear(["bo", "cem"]), "cem comes after ana has left")
            scene.accept("dan")
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["bo", "cem", "dan"]), "nobody holds dan, whom ana has rung as well")
        },
        Flow(number: 70, name: "restart-while-ringing") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 3_000)
            for name in ["ana", "bo"] { scene.disconnect(name) }
            scene.forgetStored()
            scene.run(for: 2_000)
            for name in ["ana", "bo"] { scene.reconnect(name) }
            scene.run(for: 1_000)
            scene.reload("bo")
            scene.run(for: 7_000)
            scene.accept("cem")
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "cem, who rang all the time, is held by nobody")
        },
        Flow(
            number: 71, name: "laptop-to-phone-while-ringing",
            cast: {
                var cast = SceneCast.plain
                let ana = cast.device("ana").identity
                for name in ["bo", "cem"] { cast.pins[name] = .knowing([ana]) }
                cast.vouches["ana2"] = try? Vouch(text: SceneCast.vouch(by: "ana", for: "ana2"))
                return cast
            }
        ) { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 3_000)
            scene.accept("ana2")
            scene.run(for: 300)
            scene.leave("ana")
            scene.kill("ana")
            scene.forgetStored()
            scene.run(for: 7_000)
            flow.expect(scene.allHear(["ana2", "bo"]), "the call goes on at the phone")
            scene.accept("cem")
            scene.run(for: 4_000)
            flow.expect(scene.allHear(["ana2", "bo", "cem"]), "cem, whom the laptop has rung, is held by nobody")
        },
        Flow(number: 72, name: "own-invites-of-the-server") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            let old = scene.storedInvites.first?.1 ?? ""
            scene.reload("ana", hasKept: false)
            scene.forge(.invite, from: scene.address("ana"), to: "ana", old)
            scene.run(for: 7_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 2_000)
            let trust = scene.member("bo", of: "ana")?.trust
            flow.expect(trust == .held(.uninvited), "that the server has an own invite says nothing")
        },
        Flow(number: 73, name: "own-invites-kept-here") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.forgetStored()
            scene.reload("ana")
            scene.run(for: 7_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 7_000)
            flow.expect(scene.allHear(["ana", "bo"]), "whom ana rang before is invited still")
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "and bo knows of it by the invite of the new entry")
        },
        Flow(number: 74, name: "unproven-ring-answered") { flow in
            let scene = flow.scene
            scene.stores = false
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            let people = ["ana", "cem"].map { scene.address($0).userID }
            let index = scene.prepare("bo")
            scene.handle(index, .expected(people))
            scene.come(index)
            scene.run(for: 7_000)
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["bo", "cem"]), "whom the person has taken with the answer is not held")
            scene.accept("eve")
            scene.run(for: 2_000)
            flow.expect(scene.member("eve", of: "bo")?.trust == .held(.uninvited), "others are")
            scene.disconnect("bo")
            scene.run(for: 500)
            scene.reconnect("bo")
            scene.run(for: 500)
            flow.expect(
                flow.sent(.invite, by: "bo").isEmpty, "what a person has taken for themselves others are not told")
        },
        Flow(
            number: 75, name: "invites-of-who-is-held",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([cast.device("bo").identity, cast.device("bo2").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "bo2"])
            let eve = scene.address("eve").userID
            scene.handle("bo2", .invited(scene.invite(by: "bo2", callees: [eve]), callees: [eve]))
            scene.run(for: 1_000)
            scene.forge(.revoke, from: scene.address("bo"), to: "ana", SceneCast.revoke(of: "bo2", by: "bo"))
            scene.run(for: 1_000)
            flow.expect(scene.member("bo2", of: "ana")?.trust == .held(.revoked), "bo2 is lost")
            scene.leave("bo2")
            scene.run(for: 1_000)
            flow.expect(flow.sent(.invite, by: "ana").isEmpty, "ana tells nobody whom a lost device has invited")
        },
        Flow(number: 84, name: "lost-invite") { flow in
            let scene = flow.scene
            scene.stores = false
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("bo")
            scene.run(for: 3_000)
            // All messages that tell bo that cem is invited are lost, twice, while everything else arrives.
            var losses = 2
            scene.way = { kind, _, to, _ in
                guard kind == .invite, to == scene.address("bo"), losses > 0 else { return [Scene.delay] }
                losses -= 1
                return []
            }
            scene.reload("ana")
            scene.run(for: 7_000)
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 3_000)
            flow.expect(scene.member("cem", of: "bo")?.trust == .held(.uninvited), "bo has no word of cem")
            scene.run(for: 30_000)
            flow.expect(
                losses == 0 && scene.allHear(["ana", "bo", "cem"]), "ana sees that bo lacks it, and says it again")
            flow.expect(
                flow.sent(.invite, by: "ana", toAlone: "bo").count == 2, "once more after the one that was lost")
        },
        Flow(
            number: 85, name: "no-want-of-invites",
            cast: {
                var cast = SceneCast.plain
                cast.pins["cem"] = .knowing([cast.device("bo2").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 60_000)
            flow.expect(scene.member("bo", of: "cem")?.trust.isHeld ?? false, "cem holds bo's new device")
            flow.expect(
                flow.sent(.invite, by: "ana", toAlone: "cem").count == 3,
                "who holds somebody for another cause is told three times")
        },
    ]
}
