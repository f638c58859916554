import ECallAPI
import ECallSecurity
import TestSupport

@testable import KeyDistribution

extension Flow {
    /// Flows 53 to 58: a ringing person replies that they will not come, and a hostile server interferes.
    static let replies: [Flow] = taken + refused

    private static let taken: [Flow] = [
        Flow(number: 53, name: "reply", cast: { .meeting() }) { flow in
            flow.ringAll()
            flow.hand(flow.reply())
            flow.expect(flow.heard == ["2_21 10"], "what bo says is heard")
            flow.hand(flow.reply())
            flow.hand(flow.reply { $0.seq += 1 })
            flow.expect(flow.heard == ["2_21 10"], "each device says one thing")
            flow.hand(flow.reply("cem") { $0.plaintext = ForgedReply.bytes(minutes: 0) }, from: "cem")
            flow.expect(flow.heard == ["2_21 10", "3_31 0"], "cem says another")
            flow.expectNoMembers()
            // Bo joins after all: nothing of the reply interferes.
            flow.scene.accept("bo", invitedBy: "ana")
            flow.scene.run(for: 2_500)
            flow.expect(flow.scene.allHear(["ana", "bo"]), "bo is heard and hears")
        },
        Flow(
            number: 54, name: "reply-post-quantum",
            cast: {
                var cast = SceneCast.meeting()
                cast.postQuantum = ["ana"]
                return cast
            }
        ) { flow in
            flow.ringAll()
            flow.scene.prepare("bo")
            flow.hand(flow.reply { $0.isPlain = true })
            flow.expect(flow.heard == [], "there is no way back to X25519 alone")
            flow.hand(flow.reply())
            flow.expect(flow.heard == ["2_21 10"], "to who has ML-KEM it is with it")
        },
    ]

    private static let refused: [Flow] = [
        Flow(number: 55, name: "reply-bound", cast: { .meeting() }) { flow in
            flow.ringAll()
            flow.hand(flow.reply { $0.call += 1 })
            flow.hand(flow.reply { $0.room += 1 })
            flow.hand(flow.reply { $0.use = "" })
            flow.hand(flow.reply { $0.use = " report" })
            flow.hand(flow.reply { $0.isEntry = true })
            flow.hand(flow.reply("cem"))
            flow.expect(flow.heard == [], "it is for this call and room, under its own key, of who sends it")
            flow.hand(flow.reply())
            flow.expect(flow.heard == ["2_21 10"], "bo's own is heard after them")
        },
        Flow(number: 56, name: "reply-form", cast: { .meeting() }) { flow in
            flow.ringAll()
            guard let good = flow.reply() else { return flow.expect(false, "a reply can be made") }
            for bytes in [
                ForgedReply.bytes(version: 2), ForgedReply.bytes(kind: 2), ForgedReply.bytes(kind: 0),
                ForgedReply.bytes(count: 63), ForgedReply.bytes(count: 65),
            ] { flow.hand(flow.reply { $0.plaintext = bytes }) }
            flow.hand(good + "~")
            flow.hand(String(good.dropLast(4)))
            flow.hand(String(good.dropLast(2)) + (good.hasSuffix("AA") ? "BA" : "AA"))
            flow.expect(flow.heard == [], "what is of another form says nothing")
            flow.hand(good)
            flow.expect(flow.heard == [], "of one address eight are looked at")
            flow.hand(flow.reply("cem"), from: "cem")
            flow.expect(flow.heard == ["3_31 10"], "of another it is as before")
        },
        Flow(
            number: 57, name: "reply-unknown",
            cast: {
                var cast = SceneCast.plain
                // Bo has another key by now; of cem another device is known; dan was never met.
                cast.pins["ana"] = .knowing([.other(of: "bo"), .other(of: "cem")])
                return cast
            }
        ) { flow in
            flow.ringAll(["bo"])
            flow.hand(flow.reply())
            flow.hand(flow.reply("bo2"), from: "bo2")
            flow.hand(flow.reply("dan"), from: "dan")
            flow.hand(flow.reply("cem"), from: "cem")
            flow.expect(flow.heard == [], "who is held or not rung is not heard")
            flow.expectNoMembers()
        },
        Flow(number: 58, name: "reply-is-no-join", cast: { .meeting() }) { flow in
            let scene = flow.scene
            flow.ringAll()
            guard let reply = flow.reply(), let end = reply.lastIndex(of: "~") else { return }
            let bo = scene.address("bo")
            scene.handle("ana", .listed([scene.address("ana"), bo]))
            scene.handle("ana", .message(.join, from: bo, String(reply[..<end])))
            scene.handle("ana", .message(.open, from: bo, String(reply[end...].dropFirst())))
            scene.run(for: 3_000)
            flow.expectNoMembers()
            flow.expect(flow.sent(.open, by: "ana").isEmpty, "no key goes to who has only replied")
            scene.accept("bo", invitedBy: "ana")
            scene.run(for: 2_500)
            flow.expect(scene.allHear(["ana", "bo"]), "bo itself is heard and hears")
            // Older than a join that was seen: it was sent before that.
            scene.leave("bo")
            scene.run(for: 1_000)
            flow.hand(flow.reply { $0.seq = 1_700_000_000_500 })
            flow.expect(flow.heard == [], "a reply from before bo came is over")
            flow.hand(flow.reply())
            flow.expect(flow.heard == ["2_21 10"], "a later one is not")
        },
    ]
}

extension SceneCast {
    /// Ana has met bo and cem before.
    fileprivate static func meeting() -> SceneCast {
        var cast = plain
        cast.pins["ana"] = .knowing(["bo", "cem"].map { plain.device($0).identity })
        return cast
    }
}

extension FlowScene {
    /// Ana rings these people.
    fileprivate func ringAll(_ names: [String] = ["bo", "cem"]) {
        scene.found("ana", inviting: names)
        scene.run(for: 1_000)
    }

    /// A reply to ana.
    fileprivate func reply(_ name: String = "bo", _ change: (inout ForgedReply) -> Void = { _ in }) -> String? {
        var reply = ForgedReply(
            device: SceneCast.plain.device(name), inviter: scene.device("ana").core.own.join)
        change(&reply)
        // The wrapping of an entry that never comes is recorded with it.
        let waiting = scene.running[name].map { scene.entries[$0] }.flatMap { $0.steps.isEmpty ? $0.wrapping : nil }
        return reply.text(waiting ?? scene.makeWrapping())
    }

    /// Hands Ana a reply in another's name.
    fileprivate func hand(_ text: String?, from name: String = "bo") {
        guard let text else { return expect(false, "a reply can be made") }
        scene.handle("ana", .message(.reply, from: scene.address(name), text))
    }

    /// The replies that ana has heard: address and minutes.
    fileprivate var heard: [String] {
        scene.device("ana").replies.map { address, reply in
            switch reply {
            case .cannotTalkNow(let minutes): "\(address) \(minutes)"
            }
        }
    }

    fileprivate func expectNoMembers() {
        expect(scene.device("ana").members.isEmpty, "a reply makes nobody a member")
    }
}
