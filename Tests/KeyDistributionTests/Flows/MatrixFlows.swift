import ECallAPI
import ECallSecurity

@testable import KeyDistribution

/// Ana's knowledge of bo's device before a call, and how she meets it in one.
struct MatrixCell: Sendable {
    enum Knowledge: Int, CaseIterable, Sendable {
        /// None of his devices was met.
        case new
        /// He was met with another device; this one was listed then.
        case listed
        /// The same, and she has confirmed that it is his.
        case confirmed
        /// The same, and the other one vouches for it.
        case vouched
        case verified
        /// Another key was met at its address.
        case held
        /// His other device calls it lost.
        case lost
    }

    enum Moment: Int, CaseIterable, Sendable {
        /// He rings her.
        case ring
        /// She rings him.
        case answer
        /// He joins her call, and no one has rung him.
        case join
        /// A participant of her call rings him.
        case invite
        /// He has asked by her link.
        case link
        /// He joins again, as after a reload of his page.
        case reload
        /// His other device joins as well.
        case secondPhone
    }

    let knowledge: Knowledge
    let moment: Moment

    static let all = Knowledge.allCases.flatMap { knowledge in
        Moment.allCases.map { MatrixCell(knowledge: knowledge, moment: $0) }
    }

    var cast: SceneCast {
        var cast = SceneCast.plain
        let (bo, other) = (cast.device("bo").identity, cast.device("bo2").identity)
        var pins = DevicePins.knowing([other])
        switch knowledge {
        case .new: pins = DevicePins()
        case .listed: break
        case .confirmed: pins.letIn(ShownIdentity(bo))
        case .vouched: cast.vouches["bo"] = try? Vouch(text: SceneCast.vouch(by: "bo2", for: "bo"))
        case .verified: pins.verify(bo)
        case .held: pins = .knowing([.other(of: "bo")])
        case .lost:
            pins = .knowing([bo, other])
            if let revoke = try? Revoke(text: SceneCast.revoke(of: "bo", by: "bo2")) { _ = pins.revoke(revoke) }
        }
        cast.pins["ana"] = pins
        return cast
    }

    /// Her trust in his device, wherever he was invited.
    private var known: DeviceTrust {
        switch knowledge {
        case .new: .new
        case .listed: .held(.newDevice)
        case .confirmed: .known
        case .vouched: .vouched
        case .verified: .verified
        case .held: .held(.changedKey)
        case .lost: .held(.revoked)
        }
    }

    /// Her trust in it here.
    var trust: DeviceTrust {
        switch (moment, known) {
        case (.join, let known) where !known.isHeld: .held(.uninvited)
        // A person who was met in her own entry is new, even if he joins again.
        default: known
        }
    }

    /// How she can admit it.
    var offer: DeviceOffer? {
        guard trust.isHeld else { return nil }
        if moment == .link { return .compare }
        // His other device was met, and takes part.
        if moment == .secondPhone, knowledge != .held { return .compare }
        return knowledge == .lost ? .anyway : .itsThem
    }

    /// Her trust in his other device, which joins after this one.
    var otherTrust: DeviceTrust {
        switch knowledge {
        case .new, .held: .held(.newDevice)
        case .listed, .confirmed, .vouched, .lost: .known
        // It vouches for no one, and no chain leads to it from the one that was compared.
        case .verified: .held(.unverified)
        }
    }
}

extension Flow {
    /// Flows 100 to 148: every knowledge at every moment.
    static let matrix: [Flow] = MatrixCell.all.map { cell in
        Flow(
            number: 100 + cell.knowledge.rawValue * MatrixCell.Moment.allCases.count + cell.moment.rawValue,
            name: "\(cell.knowledge)-\(cell.moment)", cast: { cell.cast }
        ) { flow in
            let scene = flow.scene
            flow.comes(cell.moment)
            scene.run(for: 3_000)
            let isIn = !cell.trust.isHeld
            let bo = scene.member("bo", of: "ana")
            flow.expect(bo?.trust == cell.trust, "\(cell.trust.text), and not \(bo?.trust.text ?? "nobody")")
            flow.expect(bo?.offer == cell.offer, "offered: \(cell.offer?.rawValue ?? "nothing")")
            flow.expect((bo?.presence == .member) == isIn && bo?.isHeard == isIn, "a member, with a key, or neither")
            flow.expect(bo?.hasOurKey == isIn && bo?.hearsUs == isIn, "handed a key, and shown to have it, or neither")
            flow.expect(scene.hears("ana", "bo") == isIn && scene.hears("bo", "ana") == isIn, "both hear, or neither")
            if cell.moment == .secondPhone {
                let other = scene.member("bo2", of: "ana")
                flow.expect(other?.trust == cell.otherTrust, "the other one \(other?.trust.text ?? "nobody")")
            }
        }
    }
}

extension FlowScene {
    /// Bo joins a call with ana.
    fileprivate func comes(_ moment: MatrixCell.Moment) {
        switch moment {
        case .ring:
            scene.found("bo", inviting: ["ana"])
            scene.run(for: 1_000)
            scene.accept("ana", invitedBy: "bo")
        case .answer, .reload, .secondPhone:
            scene.found("ana", inviting: ["bo"])
            scene.run(for: 1_000)
            scene.accept("bo", invitedBy: "ana")
        case .join, .invite, .link:
            begin(["cem", "ana"])
            scene.run(for: 6_000)
        }
        let callees = [scene.address("bo").userID]
        switch moment {
        case .ring, .answer: break
        case .reload:
            scene.run(for: 3_000)
            scene.reload("bo")
        case .secondPhone:
            scene.run(for: 1_000)
            scene.accept("bo2", invitedBy: "ana")
        case .join: scene.accept("bo")
        case .invite:
            scene.handle("cem", .invited(scene.invite(by: "cem", callees: callees), callees: callees))
            scene.run(for: 500)
            scene.accept("bo", invitedBy: "cem")
        case .link:
            scene.handle("ana", .invited(scene.invite(by: "ana", callees: callees), callees: callees, isByLink: true))
            scene.run(for: 500)
            scene.accept("bo", invitedBy: "ana")
        }
    }
}
