import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flows 76 and 77: a join carries the chain from its device to one of a person who was met.
    static let chains: [Flow] = [
        Flow(number: 76, name: "chain-with-an-offline-friend", cast: { .chained() }) { flow in
            let scene = flow.scene
            // Cem has met only the first phone, and was away while each was replaced by the next one.
            scene.found("ana5", inviting: ["cem"])
            scene.run(for: 1_000)
            scene.accept("cem", invitedBy: "ana5")
            scene.run(for: 2_000)
            flow.expect(scene.allHear(["ana5", "cem"]), "the join says all that it takes")
            flow.expect(
                scene.member("ana5", of: "cem")?.trust == .vouched, "vouched for, four vouches from who was met")
        },
        Flow(number: 77, name: "chain-from-a-stranger", cast: { .chained(first: "eve") }) { flow in
            let scene = flow.scene
            scene.found("ana5", inviting: ["cem"])
            scene.run(for: 1_000)
            scene.accept("cem", invitedBy: "ana5")
            scene.run(for: 2_000)
            let trust = scene.member("ana5", of: "cem")?.trust
            flow.expect(trust == .held(.newDevice), "the device that was met has not signed the first vouch")
        },
    ]
}

extension SceneCast {
    /// Five devices of ana, each of which vouches for the next one; cem has met the first.
    ///
    /// - Parameter first: the device that signs as the first one.
    fileprivate static func chained(first: String = "ana") -> SceneCast {
        var cast = plain
        cast.pins["cem"] = .knowing([cast.device("ana").identity])
        cast.vouches["ana5"] = try? Vouch(text: vouch(by: "ana4", for: "ana5"))
        let oldest = try? Vouch.make(
            identity: cast.device("ana2").identity.hash, by: cast.address("ana"), issuedAt: 1_700_000_000_000,
            signingKey: cast.device(first).signingKey)
        let links = [
            ("ana4", try? Vouch(text: vouch(by: "ana3", for: "ana4"))),
            ("ana3", try? Vouch(text: vouch(by: "ana2", for: "ana3"))), ("ana2", oldest),
        ]
        cast.chains["ana5"] = links.compactMap { name, vouch in
            vouch.map { VouchLink(identity: cast.device(name).identity, vouch: $0) }
        }
        return cast
    }
}
