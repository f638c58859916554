import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 65 to 67: the moment at which a device is proven to be heard by another one; flow 83: that nothing is to be
    /// expected of them.
    static let proofs: [Flow] = [
        Flow(number: 65, name: "shown-with-the-status") { flow in
            let scene = flow.scene
            let (ana, bo) = (scene.address("ana"), scene.address("bo"))
            scene.way = { kind, from, to, _ in kind == .status && from == bo && to == ana ? [700] : [Scene.delay] }
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 500)
            let early = scene.member("bo", of: "ana")
            flow.expect(scene.allHear(["ana", "bo"]), "both hear each other")
            flow.expect(early?.hasOurKey == true && early?.isHeard == true, "its key is here, and it was handed one")
            flow.expect(early?.hearsUs == false, "bo has not shown yet that he hears ana")
            flow.expect(scene.member("ana", of: "bo")?.hearsUs == true, "ana has: her status came at once")
            scene.run(for: 500)
            flow.expect(scene.member("bo", of: "ana")?.hearsUs == true, "bo has, within a second")
        },
        Flow(number: 66, name: "shown-by-the-right-status-alone") { flow in
            let scene = flow.scene
            let bo = scene.address("bo")
            scene.way = { kind, from, _, _ in kind == .status && from == bo ? [] : [Scene.delay] }
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 2_000)
            let (own, theirs) = (scene.device("ana").core.own.join.hash, scene.device("bo").core.own.join.hash)
            let generation = UInt16(truncatingIfNeeded: scene.device("ana").core.generations.newest.generation)
            var seq: UInt16 = 100
            /// Whether ana is shown that bo hears her after a status that lists this, and echoes one of hers.
            func shows(
                _ lists: ObjectHash, _ generation: UInt16, of join: ObjectHash, by name: String = "bo", echo: UInt16 = 1
            ) -> Bool {
                seq += 1
                let entry = StatusEntry(joinPrefix: lists.prefix, seq: echo, generation: generation)
                let status = try? Status.make(
                    join: join, seq: seq, generation: 1, have: [entry],
                    signingKey: SceneCast.plain.device(name).signingKey)
                scene.handle("ana", .message(.status, from: bo, status?.text ?? ""))
                return scene.member("bo", of: "ana")?.hearsUs ?? false
            }
            flow.expect(!shows(own, 0, of: theirs), "he has the join and no key")
            flow.expect(!shows(own, generation &+ 1, of: theirs), "a key that ana never handed out")
            flow.expect(!shows(theirs, generation, of: theirs), "another join is listed")
            flow.expect(!shows(own, generation, of: own), "a status of another join")
            flow.expect(!shows(own, generation, of: theirs, by: "cem"), "signed by another")
            flow.expect(shows(own, generation, of: theirs), "the key that ana handed out")
            flow.expect(!shows(own, 0, of: theirs), "no longer once he says that he has none")
            flow.expect(shows(own, generation, of: theirs), "again")
            flow.expect(!shows(theirs, generation, of: theirs), "no longer once he does not list ana")
            // Cem joins and leaves: there is a later key, which bo has had the time to confirm.
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 1_000)
            scene.leave("cem")
            scene.kill("cem")
            scene.run(for: 12_000)
            let (newest, echo) = (
                scene.device("ana").core.generations.newest.generation, scene.device("ana").core.statusSeq
            )
            flow.expect(UInt16(truncatingIfNeeded: newest) != generation, "the key is another")
            flow.expect(
                !shows(own, generation, of: theirs, echo: echo), "who lacks the newest key is not shown to hear")
            flow.expect(shows(own, UInt16(truncatingIfNeeded: newest), of: theirs, echo: echo), "who has it is")
            scene.run(for: 45_000)
            flow.expect(scene.member("bo", of: "ana")?.presence == .away, "then nothing comes of him for long")
            let late = scene.device("ana").core.statusSeq
            let shown = shows(own, UInt16(truncatingIfNeeded: newest), of: theirs, echo: late)
            flow.expect(scene.member("bo", of: "ana")?.presence == .member, "he is back")
            flow.expect(!shown, "the key of before his absence shows nothing of now")
        },
        Flow(number: 67, name: "shown-anew-after-an-absence") { flow in
            let scene = flow.scene
            flow.begin()
            flow.expect(scene.member("bo", of: "ana")?.hearsUs == true, "bo hears ana")
            scene.disconnect("bo")
            scene.run(for: 45_000)
            flow.expect(scene.member("bo", of: "ana")?.presence == .away, "bo is away")
            flow.expect(scene.member("bo", of: "ana")?.hearsUs == false, "who is away hears nobody")
            scene.reconnect("bo")
            let back = flow.time(within: 5_000) { scene.member("bo", of: "ana")?.presence == .member }
            flow.expect(back != nil && scene.member("bo", of: "ana")?.hearsUs == false, "his key is of before")
            let time = flow.time(within: 5_000) { scene.member("bo", of: "ana")?.hearsUs == true }
            flow.expect(time != nil && scene.hears("bo", "ana"), "shown again once he has a key of later")
            // A key is lost while cem joins and leaves.
            flow.loseNext(.key, from: "ana", to: "bo")
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 2_000)
            scene.leave("cem")
            scene.kill("cem")
            scene.run(for: 25_010)
            let again = flow.time(within: 25_000) { scene.member("bo", of: "ana")?.hearsUs == true }
            flow.expect(again != nil && scene.hears("bo", "ana"), "bo hears ana with the key of later")
        },
        Flow(number: 83, name: "silent-as-its-device-says") { flow in
            let scene = flow.scene
            func isSilent() -> Bool? { scene.member("bo", of: "ana")?.isSilent }
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.handle("bo", .silent(true))
            let shown = flow.time(within: 1_000) { isSilent() == true }
            flow.expect(shown != nil, "who comes muted says so with the first status")
            scene.handle("bo", .silent(false))
            let over = flow.time(within: 31_000) { isSilent() == false }
            flow.expect(over != nil, "and with a later one that it is over")
            scene.handle("bo", .silent(true))
            flow.expect(flow.time(within: 31_000) { isSilent() == true } != nil, "again")
            scene.disconnect("bo")
            scene.run(for: 45_000)
            flow.expect(isSilent() == false, "of who is away nothing is said")
        },
    ]
}
