import ECallAPI
import TestSupport
import Testing

@testable import ECallSecurity
@testable import KeyDistribution

/// Replies of ringing people, beside the flows 53 to 58 (e2ee 2).
@Suite("Rules of replies", .timeLimit(.minutes(1)))
struct ReplyRuleTests {
    private let cast = SceneCast.plain

    private func rung(_ events: [KeyDistribution.Event] = [], known names: String...) -> Scene {
        var cast = cast
        cast.pins["ana"] = .knowing(names.map { cast.device($0).identity })
        let scene = Scene(cast: cast)
        scene.found("ana", inviting: ["bo"])
        for event in events { scene.handle("ana", event) }
        return scene
    }

    private func reply(_ name: String = "bo", to scene: Scene, vouch: String? = nil) throws -> String {
        var random = SeededGenerator(seed: 3)
        let message = try ReplyMessage.make(
            .cannotTalkNow(minutes: 10), by: cast.device(name), call: Scene.call,
            to: scene.device("ana").core.own.join, seq: 1_700_000_900_000, vouch: try vouch.map { try Vouch(text: $0) },
            wrapping: UnprotectedWrapping(), random: &random)
        return try #require(message).text
    }

    private func published(_ names: String..., vouches: [String] = [], revokes: [String] = []) -> KeyDistribution.Event
    {
        .published(identities: names.map { cast.device($0).identity.text }, vouches: vouches, revokes: revokes)
    }

    @Test("a person who was never met is heard; nothing is pinned by a reply")
    func firstUse() throws {
        let scene = rung()
        scene.handle("ana", .message(.reply, from: cast.address("bo"), try reply(to: scene)))
        #expect(scene.device("ana").replies.map(\.reply) == [.cannotTalkNow(minutes: 10)])
        #expect(scene.device("ana").core.pins == DevicePins())
    }

    @Test("a further device is heard if a known one vouches for it, and not once that is revoked")
    func vouched() throws {
        let vouch = SceneCast.vouch(by: "bo", for: "bo2")
        for (events, vouch, isHeard) in [
            ([], nil, false), ([], vouch, true), ([published("bo", vouches: [vouch])], vouch, true),
            ([.message(.vouch, from: cast.address("cem"), vouch)], nil, true),
            ([published("bo", revokes: [SceneCast.revoke(of: "bo2", by: "bo")])], vouch, false),
        ] as [([KeyDistribution.Event], String?, Bool)] {
            let scene = rung(events, known: "bo")
            scene.handle("ana", .message(.reply, from: cast.address("bo2"), try reply("bo2", to: scene, vouch: vouch)))
            #expect(scene.device("ana").replies.isEmpty != isHeard)
        }
    }

    @Test("a reply from a person whom another has rung is not heard")
    func ofAnother() throws {
        let scene = rung([published("bo")])
        scene.accept("bo", invitedBy: "ana")
        scene.run(for: 2_000)
        let invite = scene.invite(by: "bo", callees: [3])
        scene.handle("ana", .message(.invite, from: cast.address("bo"), invite))
        scene.handle("ana", published("cem"))
        #expect(scene.device("ana").core.invited.contains(3))
        scene.handle("ana", .message(.reply, from: cast.address("cem"), try reply("cem", to: scene)))
        #expect(scene.device("ana").replies.isEmpty)
    }

    @Test("the key of a reply seals no keys, and the key for keys opens no reply")
    func channels() throws {
        var random = SeededGenerator(seed: 4)
        let ana = try OwnEntry(
            cast.device("ana"), room: Scene.room, seq: 1, secrets: .draw(postQuantum: true, using: &random))
        let secrets = JoinSecrets.draw(postQuantum: false, using: &random)
        let bo = cast.device("bo")
        let join = try Join.makeForReply(
            roomID: Scene.room, identity: bo.identity, signingKey: bo.signingKey, secrets: secrets, seq: 2, vouch: nil)
        let replying = KeyChannel(call: 1, own: join, secrets: secrets, wrapping: UnprotectedWrapping())
        let calling = KeyChannel(call: 1, own: ana.join, secrets: ana.secrets, wrapping: UnprotectedWrapping())
        func secret() -> SecretBytes { SecretBytes.draw(32, using: &random) }
        #expect(replying.open(to: ana.join, secret: secret()) == nil)
        #expect(calling.open(to: join, secret: secret()) == nil)
        #expect(calling.seal(.cannotTalkNow(minutes: 1), to: join, secret: secret()) == nil)
        let message = try #require(replying.seal(.cannotTalkNow(minutes: 1), to: ana.join, secret: secret()))
        #expect(message.open.encapsulated.count == 1_088)
        #expect(calling.accept(message.open, from: join, keyPair: ana.device.keyPair) == nil)
        #expect(calling.open(message, keyPair: ana.device.keyPair) == .cannotTalkNow(minutes: 1))
        #expect(throws: SignedObjectError.malformed) { try Join(verifying: join.text) }
        #expect(throws: SignedObjectError.malformed) { try Join(verifyingReply: ana.join.text) }
        // With an ML-KEM key of its own it is not a reply's join.
        #expect(throws: SignedObjectError.mismatch) {
            try Join.makeForReply(
                roomID: Scene.room, identity: bo.identity, signingKey: bo.signingKey, secrets: ana.secrets, seq: 2,
                vouch: nil)
        }
    }

    @Test("all replies are of one length, with RSA and ML-KEM within the server's limit")
    func sizes() throws {
        var lengths: Set<Int> = []
        for minutes in [0, 1, 10, 255] as [UInt8] {
            var random = SeededGenerator(seed: UInt64(minutes))
            let entry = try OwnEntry(
                cast.device("ana"), room: Scene.room, seq: 1, secrets: .draw(postQuantum: true, using: &random))
            let message = try ReplyMessage.make(
                .cannotTalkNow(minutes: minutes), by: cast.device("bo"), call: 1, to: entry.join,
                seq: 1_700_000_000_000, vouch: try Vouch(text: SceneCast.vouch(by: "bo2", for: "bo")), random: &random)
            lengths.insert(try #require(message).text.utf8.count)
        }
        #expect(lengths.count == 1 && lengths.allSatisfy { $0 <= MessageKind.reply.largest }, "\(lengths)")
    }
}
