import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// A case that a random schedule has found: facts from before an absence do not count as true after it.
    static let absences: [Flow] = [
        Flow(number: 50, name: "relayed-then-away") { flow in
            let scene = flow.scene
            flow.begin()
            scene.run(for: 5_000)
            scene.drop("ana")
            scene.run(for: 1_000)
            flow.expect(scene.member("ana", of: "bo") == nil, "ana has left")
            // A join of hers arrives late, by which she counts as listed for 3 s, and no list confirms that.
            let entry = scene.prepare("ana")
            let join = scene.entries[entry].core.own.join.text
            scene.forge(.join, from: scene.address("ana"), to: "bo", join)
            scene.run(for: 100)
            flow.expect(scene.member("ana", of: "bo")?.presence == .member, "whose join is relayed is there")
            scene.disconnect("bo")
            scene.run(for: 16_000)
            scene.reconnect("bo")
            flow.expect(scene.member("ana", of: "bo") == nil, "who was not listed since is handed nothing")
        }
    ]
}
