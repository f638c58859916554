import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 48 and 49: the person compares numbers while the call runs.
    static let notes: [Flow] = [
        Flow(number: 48, name: "compared-in-call") { flow in
            let scene = flow.scene
            flow.begin()
            let (bo, other) = (SceneCast.plain.device("bo").identity, SignedIdentity.other(of: "bo"))
            func trust() -> DeviceTrust? { scene.member("bo", of: "ana")?.trust }
            flow.expect(trust() == .new, "new at first")
            scene.handle("ana", .noted(DeviceNote(.verified, of: ShownIdentity(bo))))
            flow.expect(trust() == .verified, "verified at once")
            scene.handle("ana", .noted(DeviceNote(.unverified, of: ShownIdentity(other))))
            flow.expect(trust() == .verified, "what is said of another key takes nothing back")
            scene.handle("ana", .noted(DeviceNote(.unverified, of: ShownIdentity(bo))))
            flow.expect(trust() == .known, "taken back")
            scene.run(for: 1_000)
            flow.expect(scene.allHear(["ana", "bo"]), "both hear each other all the time")
            // The numbers of another key are the same: the one of the call is then the wrong one.
            scene.handle("ana", .noted(DeviceNote(.verified, of: ShownIdentity(other))))
            flow.expect(trust() == .held(.changedKey), "held, since the person has verified another key")
            if let key = scene.device("ana").sealing(scene.now) {
                flow.expect(!scene.device("bo").canOpen(key, of: scene.address("ana")), "without any grace")
            }
        },
        Flow(
            number: 49, name: "compared-while-held",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([.other(of: "bo"), cast.device("bo2").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 3_000)
            flow.expect(scene.member("bo", of: "ana")?.trust == .held(.changedKey), "held for its changed key")
            scene.handle("ana", .noted(DeviceNote(.verified, of: ShownIdentity(SceneCast.plain.device("bo").identity))))
            flow.expect(scene.member("bo", of: "ana")?.trust == .verified, "verified, and in")
            let heard = flow.time(within: 3_000) { scene.allHear(["ana", "bo"]) }
            flow.expect(heard != nil, "then both hear each other")
            let bo = scene.address("bo")
            scene.forge(.revoke, from: bo, to: "ana", SceneCast.revoke(of: "bo", by: "bo2"))
            scene.run(for: 1)
            flow.expect(
                scene.member("bo", of: "ana")?.trust == .held(.revoked), "another device of its person calls it lost")
            scene.handle("ana", .noted(DeviceNote(.verified, of: ShownIdentity(SceneCast.plain.device("bo").identity))))
            flow.expect(scene.member("bo", of: "ana")?.trust == .held(.revoked), "then the same numbers say nothing")
        },
    ]
}
