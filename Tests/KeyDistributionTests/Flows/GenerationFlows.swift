import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 22 to 30: how the own key moves on.
    static let generations: [Flow] = [
        Flow(number: 22, name: "newcomer-opens-nothing-earlier") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 5_000)
            guard let before = scene.device("ana").sealing(scene.now) else {
                return flow.expect(false, "ana seals for bo")
            }
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "all hear each other")
            flow.expect(!scene.device("cem").canOpen(before, of: scene.address("ana")), "cem opens nothing earlier")
            flow.expect(scene.device("ana").sealing(scene.now)?.step == before.step + 1, "one step on")
            flow.expect(flow.sent(.key, by: "ana").isEmpty, "who was there ratchets without a message")
        },
        Flow(number: 23, name: "newcomers-gathered") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem", "dan", "eve"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 5_000)
            for name in ["cem", "dan", "eve"] {
                scene.accept(name, invitedBy: "ana")
                scene.run(for: 60)
            }
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["ana", "bo", "cem", "dan", "eve"]), "all hear each other")
            flow.expect(scene.device("ana").sealing(scene.now)?.step == 2, "one step for the first, one for the rest")
        },
        Flow(number: 24, name: "step-63-to-new-generation") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 2_100)
            let first = scene.device("ana").sealing(scene.now)?.generation ?? 0
            // Only what is sent counts: the joins of one address are limited.
            for _ in 0..<63 { scene.stepRatchet(of: "ana") }
            flow.expect(scene.device("ana").sealing(scene.now)?.step == 63, "63 steps")
            scene.reload("bo")
            scene.run(for: 3_000)
            flow.expect(scene.device("ana").sealing(scene.now)?.generation == first + 1, "then a new generation")
            flow.expect(scene.device("ana").sealing(scene.now)?.step == 0, "at step 0")
            flow.expect(scene.allHear(["ana", "bo"]), "which both have")
        },
        Flow(number: 25, name: "join-during-leave-gather") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "cem", "dan"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 5_000)
            scene.leave("cem")
            scene.kill("cem")
            scene.run(for: 100)
            scene.accept("dan", invitedBy: "ana")
            scene.run(for: 1_500)
            flow.expect(scene.allHear(["ana", "bo", "dan"]), "the newcomer is in the answer to the leave")
        },
        Flow(number: 26, name: "leave-while-key-is-sealed") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem", "dan"])
            scene.leave("cem")
            scene.kill("cem")
            // The answering generation is under way to dan, who leaves then.
            scene.run(for: 20 + 250 + 5)
            let dan = scene.running["dan"] ?? 0
            scene.leave("dan")
            scene.kill("dan")
            scene.run(for: 1_000)
            flow.expect(scene.allHear(["ana", "bo"]), "those who stay hear each other")
            if let key = scene.device("ana").sealing(scene.now) {
                flow.expect(!scene.entries[dan].canOpen(key, of: scene.address("ana")), "nobody seals for dan")
            }
        },
        Flow(number: 27, name: "leave-grace-499/501-ms") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            let key = scene.device("ana").sealing(scene.now)
            // The messages that answer are never due: no timer of ana's fires.
            scene.handle("ana", .message(.leave, from: scene.address("cem"), scene.device("cem").core.own.leave.text))
            let core = scene.device("ana").core
            flow.expect(core.generations.sealing(now: scene.now + 499)?.generation == key?.generation, "499 ms later")
            flow.expect(core.generations.sealing(now: scene.now + 501) == nil, "501 ms later")
            scene.kill("cem")
            scene.drop("cem")
            scene.run(for: 501)
            flow.expect(
                scene.device("ana").sealing(scene.now)?.generation == key.map { $0.generation + 1 },
                "the answer seals in time")
            scene.run(for: 200)
            flow.expect(scene.allHear(["ana", "bo"]), "and is heard")
        },
        Flow(number: 28, name: "ten-leaves-in-1-s") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem", "dan", "eve", "fay"])
            let before = flow.sent(.key, by: "ana").count
            for name in ["bo", "cem", "dan", "eve"] {
                scene.leave(name)
                scene.kill(name)
                scene.run(for: 200)
            }
            scene.run(for: 1_000)
            flow.expect(scene.allHear(["ana", "fay"]), "those who stay hear each other")
            flow.expect(flow.sent(.key, by: "ana").count - before <= 12, "gathered answers")
        },
        Flow(number: 29, name: "leaver-returns") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            let old = scene.running["cem"] ?? 0
            scene.leave("cem")
            scene.kill("cem")
            scene.run(for: 3_000)
            scene.accept("cem", invitedBy: "ana")
            scene.run(for: 3_000)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "who returns has entered anew")
            scene.forge(.join, from: scene.address("cem"), to: "ana", scene.entries[old].core.own.join.text)
            scene.run(for: 3_000)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "the join that was left is over")
        },
        Flow(number: 30, name: "silence-when-socket-stalls") { flow in
            let scene = flow.scene
            flow.begin()
            let bo = scene.address("bo")
            scene.way = { _, from, to, _ in from == bo || to == bo ? [] : [20] }
            scene.run(for: 31_500)
            flow.expect(scene.device("ana").sealing(scene.now) == nil, "ana seals nothing for who has not shown up")
            flow.expect(scene.device("bo").sealing(scene.now) == nil, "nor does bo")
        },
    ]
}
