import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 11 to 21: reloads, second devices, absences.
    static let comingBack: [Flow] = [
        Flow(number: 11, name: "reload") { flow in
            let scene = flow.scene
            flow.begin()
            let before = scene.running["bo"]
            scene.reload("bo")
            scene.run(for: 2_500)
            flow.expect(scene.allHear(["ana", "bo"]), "the new entry is heard and hears")
            scene.run(for: 1_000)
            if let before, let key = scene.device("ana").sealing(scene.now) {
                flow.expect(
                    !scene.entries[before].canOpen(key, of: scene.address("ana")), "the old entry hears nothing more")
            }
        },
        Flow(number: 12, name: "reload-clock-back-1h") { flow in
            let scene = flow.scene
            flow.begin()
            scene.reload("bo", unixTime: 1_700_000_000_000 - 3_600_000)
            scene.run(for: 2_500)
            flow.expect(scene.allHear(["ana", "bo"]), "the number of the join rises whatever the clock says")
        },
        Flow(number: 13, name: "two-joins-racing") { flow in
            let scene = flow.scene
            flow.begin()
            scene.reload("bo")
            scene.run(for: 30)
            scene.reload("bo")
            scene.run(for: 5_000)
            flow.expect(scene.allHear(["ana", "bo"]), "the newest is taken")
        },
        Flow(number: 14, name: "old-join-replayed") { flow in
            let scene = flow.scene
            flow.begin()
            let old = scene.device("bo").core.own.join.text
            scene.run(for: 3_000)
            scene.reload("bo")
            scene.run(for: 3_000)
            scene.forge(.join, from: scene.address("bo"), to: "ana", old)
            scene.run(for: 3_000)
            flow.expect(scene.allHear(["ana", "bo"]), "a join that is over changes nothing")
            flow.expect(
                scene.device("ana").core.peers[scene.address("bo")]?.current?.join.text
                    == scene.device("bo").core.own.join.text, "ana keeps the newer one")
        },
        Flow(number: 15, name: "two-devices-of-one-user-answer") { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo", "bo2"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.accept("bo2", invitedBy: "ana")
            scene.run(for: 100)
            scene.drop("bo2")
            scene.leave("bo2")
            scene.kill("bo2")
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["ana", "bo"]), "the one that the server took stays")
        },
        Flow(number: 16, name: "away-20-s") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            scene.disconnect("bo")
            scene.run(for: 20_000)
            flow.expect(scene.hears("ana", "bo") && scene.hears("bo", "ana"), "20 s are not three periods")
            scene.reconnect("bo")
            scene.run(for: 3_000 + 2 * Scene.delay)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "everybody hears everybody 3 s later")
        },
        Flow(number: 17, name: "away-40-s") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            scene.disconnect("bo")
            scene.run(for: 45_000)
            flow.expect(!scene.hears("bo", "ana"), "ana seals for it no longer")
            flow.expect(scene.device("bo").sealing(scene.now) == nil, "bo seals nothing")
            flow.expect(scene.member("bo", of: "ana")?.presence == .away, "bo is shown as away")
            scene.reconnect("bo")
            scene.run(for: 3_000 + 2 * Scene.delay)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "everybody hears everybody 3 s later")
        },
        Flow(number: 18, name: "server-restart-4-s") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            for name in ["ana", "bo", "cem"] { scene.disconnect(name) }
            scene.forgetStored()
            scene.run(for: 4_000)
            for name in ["ana", "bo", "cem"] { scene.reconnect(name) }
            scene.run(for: 3_000)
            flow.expect(scene.allHear(["ana", "bo", "cem"]), "nothing was lost")
        },
        Flow(number: 19, name: "server-restart-35-s") { flow in
            let scene = flow.scene
            flow.begin(["ana", "bo", "cem"])
            for name in ["ana", "bo", "cem"] { scene.disconnect(name) }
            scene.forgetStored()
            scene.run(for: 35_000)
            for name in ["ana", "bo", "cem"] { scene.reconnect(name) }
            let time = flow.time(within: 20_000) { scene.allHear(["ana", "bo", "cem"]) }
            flow.expect(time.map { $0 <= 3_000 + 4 * Scene.delay } ?? false, "all hear each other, after \(time ?? 0)")
        },
        Flow(number: 20, name: "laptop-sleeps-1-h") { flow in
            let scene = flow.scene
            flow.begin()
            scene.disconnect("bo")
            scene.skip(3_600_000)
            flow.expect(
                scene.device("bo").sealing(scene.now) == nil, "bo seals nothing for who may be gone, before any tick")
            scene.run(for: 600)
            flow.expect(scene.device("bo").sealing(scene.now) == nil, "nor after it")
            scene.reconnect("bo")
            scene.run(for: 3_000 + 2 * Scene.delay)
            flow.expect(scene.allHear(["ana", "bo"]), "both hear each other 3 s later")
        },
        Flow(number: 21, name: "hidden-page-throttled") { flow in
            let scene = flow.scene
            flow.begin()
            // Messages reach it late, by up to 4 s; its timers are the worker's.
            let bo = scene.address("bo")
            scene.way = { _, _, to, now in [to == bo ? 4_000 - now % 1_000 : 20] }
            scene.run(for: 120_000)
            flow.expect(scene.allHear(["ana", "bo"]), "who is slow is not gone")
        },
    ]
}
