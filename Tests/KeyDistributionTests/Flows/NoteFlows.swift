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
            // The numbers of another key are the same: then the one in the call is the wrong one.
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

    /// Flows 80 to 82: the person says to whom a held device belongs.
    static let answers: [Flow] = [
        Flow(
            number: 80, name: "key-swapped-under-the-tap",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([cast.device("bo2").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 3_000)
            let (bo, impostor) = (scene.address("bo"), OwnDevice.made(for: scene.address("bo")))
            flow.expect(scene.member("bo", of: "ana")?.offer == .itsThem, "the person is asked about bo's device")
            scene.kill("bo")
            scene.forge(.join, from: bo, to: "ana", SceneCast.join(of: impostor))
            scene.run(for: 1)
            scene.handle("ana", .noted(DeviceNote(.letIn, of: ShownIdentity(SceneCast.plain.device("bo").identity))))
            flow.expect(scene.member("bo", of: "ana")?.presence == .held, "the tap was of another key")
            flow.expect(scene.member("bo", of: "ana")?.trust == .held(.newDevice), "and pins nothing")
            flow.expect(scene.member("bo", of: "ana")?.offer == .itsThem, "the person is asked anew")
            scene.handle("ana", .noted(DeviceNote(.letIn, of: ShownIdentity(impostor.identity))))
            flow.expect(scene.member("bo", of: "ana")?.presence == .member, "now it is of this one")
        },
        Flow(
            number: 81, name: "second-device-beside-an-admitted-one",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([cast.device("bo").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            let tap = DeviceNote(.letIn, of: ShownIdentity(SceneCast.plain.device("bo2").identity))
            flow.begin()
            scene.accept("bo2", invitedBy: "ana")
            scene.run(for: 1_000)
            flow.expect(scene.member("bo2", of: "ana")?.offer == .compare, "bo is here with another device")
            scene.handle("ana", .noted(tap))
            flow.expect(scene.member("bo2", of: "ana")?.presence == .held, "a tap is not enough")
            // A device said to be away may be back as soon as the other one is admitted.
            scene.drop("bo")
            scene.run(for: 1_000)
            flow.expect(scene.member("bo2", of: "ana")?.offer == .compare, "the server says that bo has left")
            scene.relist("bo")
            scene.run(for: 3_000)
            scene.leave("bo")
            scene.run(for: 1_000)
            flow.expect(scene.member("bo2", of: "ana")?.offer == .itsThem, "bo's device says so")
            scene.handle("ana", .noted(tap))
            scene.run(for: 3_000)
            flow.expect(scene.allHear(["ana", "bo2"]), "then the tap lets it in")
        },
        Flow(
            number: 82, name: "not-theirs",
            cast: {
                var cast = SceneCast.plain
                cast.pins["ana"] = .knowing([cast.device("bo2").identity])
                return cast
            }
        ) { flow in
            let scene = flow.scene
            let shown = ShownIdentity(SceneCast.plain.device("bo").identity)
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 3_000)
            scene.handle("ana", .noted(DeviceNote(.letIn, of: shown)))
            let heard = flow.time(within: 3_000) { scene.allHear(["ana", "bo"]) }
            let shows = flow.time(within: 3_000) { scene.member("bo", of: "ana")?.hearsUs == true }
            flow.expect(heard != nil && shows != nil, "let in")
            scene.handle("ana", .noted(DeviceNote(.refused, of: shown)))
            flow.expect(scene.member("bo", of: "ana")?.trust == .held(.refused), "taken back")
            flow.expect(scene.member("bo", of: "ana")?.offer == .compare, "it can be compared alone")
            if let key = scene.device("ana").sealing(scene.now) {
                flow.expect(!scene.device("bo").canOpen(key, of: scene.address("ana")), "without any grace")
            }
            let learns = flow.time(within: 500) { scene.member("ana", of: "bo")?.lacksKeys == true }
            flow.expect(
                learns != nil && scene.member("ana", of: "bo")?.hearsUs == false, "bo learns that he is not heard")
            scene.handle("ana", .noted(DeviceNote(.letIn, of: shown)))
            flow.expect(scene.member("bo", of: "ana")?.presence == .held, "a tap is not enough")
            scene.handle("ana", .noted(DeviceNote(.verified, of: shown)))
            flow.expect(scene.member("bo", of: "ana")?.trust == .verified, "the numbers are the same")
            flow.expect(scene.member("bo", of: "ana")?.hearsUs == false, "what he showed before says nothing of now")
            let again = flow.time(within: 3_000) { scene.allHear(["ana", "bo"]) }
            let knows = flow.time(within: 4_000) { scene.member("ana", of: "bo")?.hearsUs == true }
            flow.expect(again != nil && knows != nil, "both hear each other again, and bo learns it")
            flow.expect(scene.member("ana", of: "bo")?.lacksKeys == false, "she has his key")
        },
    ]
}
