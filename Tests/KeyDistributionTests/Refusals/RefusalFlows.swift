import Crypto
import ECallAPI
import FrameCrypto
import TestSupport

@testable import ECallSecurity
@testable import KeyDistribution

extension Flow {
    /// Messages that the server delivers although no one has sent them like that: none has an effect.
    static let refusals: [Flow] = refusedJoins + refusedOpenings + refusedKeys

    private static let refusedJoins: [Flow] = [
        Flow(number: 1, name: "x-low-order") { flow in
            flow.ring()
            for (number, x) in Forged.lowOrderX.enumerated() {
                let change = Forged.setting("x", "\"\(Base64URLText.encode(x))\"")
                guard let entry = flow.entry("bo", seq: 1_600_000_000_000 + UInt64(number)),
                    let text = try? Forged.join(entry.join, by: entry.device.signingKey, payload: change)
                else { return flow.expect(false, "a join can be forged") }
                flow.handJoin(text)
                flow.expectNothingSent("x \(number) of small order agrees on no channel")
                flow.scene.run(for: 2_000)
            }
            flow.goesOn()
        },
        Flow(number: 2, name: "x-own") { flow in
            flow.ring()
            flow.handJoin(flow.entry("bo", secrets: flow.scene.device("ana").core.own.secrets)?.join.text)
            flow.expectNothingSent("the own public key is nobody else's")
            flow.scene.run(for: 2_000)
            flow.goesOn()
        },
        Flow(number: 3, name: "address-mismatch") { flow in
            flow.ring()
            flow.handJoin(flow.entry("cem")?.join.text)
            flow.expectNothingSent("cem's join is not bo's")
            flow.scene.run(for: 2_000)
            flow.goesOn()
        },
        Flow(number: 4, name: "other-room") { flow in
            flow.ring()
            flow.handJoin(flow.entry("bo", room: Scene.room + 1)?.join.text)
            flow.expectNothingSent("a join is for one room")
            flow.scene.run(for: 2_000)
            flow.goesOn()
        },
    ]

    private static let refusedOpenings: [Flow] = [
        Flow(
            number: 5, name: "rx-where-both-have-m",
            cast: {
                var cast = SceneCast.plain
                cast.postQuantum = ["ana", "bo"]
                return cast
            }
        ) { flow in
            guard let good = flow.beginWithoutOpening() else { return }
            flow.handOpening(flow.opening(call: Scene.call))
            flow.expect(!flow.scene.hears("ana", "bo"), "there is no way back to X25519 alone")
            flow.handOpening(good)
            flow.expect(flow.scene.hears("ana", "bo"), "the good one is taken after it")
        },
        Flow(number: 6, name: "other-call") { flow in
            guard let good = flow.beginWithoutOpening() else { return }
            flow.handOpening(flow.opening(call: Scene.call + 1))
            flow.expect(!flow.scene.hears("ana", "bo"), "the call is in the channel")
            flow.handOpening(flow.opening(call: Scene.call))
            flow.expect(flow.scene.hears("ana", "bo"), "the same of this call is taken")
            flow.handOpening(good)
        },
        Flow(number: 7, name: "open-garbage-then-good") { flow in
            guard let good = flow.beginWithoutOpening() else { return }
            let bad = good.dropLast(2) + (good.hasSuffix("AA") ? "BA" : "AA")
            for _ in 0..<8 { flow.handOpening(String(bad)) }
            flow.handOpening(good)
            flow.expect(!flow.scene.hears("ana", "bo"), "ignored for ten seconds after eight failures")
            flow.scene.run(for: KeyDistributionLimits.failurePause)
            for _ in 0..<7 { flow.handOpening(String(bad)) }
            flow.handOpening(good)
            flow.expect(flow.scene.hears("ana", "bo"), "then taken, also after seven more")
        },
        Flow(number: 8, name: "open-replayed") { flow in
            flow.begin(["ana", "bo", "cem"])
            flow.scene.leave("cem")
            flow.scene.kill("cem")
            flow.scene.run(for: 1_000)
            for text in flow.sent(.open, by: "bo") { flow.handOpening(text) }
            flow.expect(
                flow.scene.device("ana").core.peers[flow.bo]?.current?.receiving?.n == 1, "numbers do not begin anew")
            flow.expect(flow.scene.allHear(["ana", "bo"]), "nothing is lost")
        },
        Flow(number: 9, name: "open-old-join") { flow in
            flow.begin()
            let old = flow.sent(.open, by: "bo")
            flow.scene.reload("bo")
            flow.scene.run(for: 3_000)
            for text in old { flow.handOpening(text) }
            flow.expect(flow.scene.allHear(["ana", "bo"]), "what belongs to the old entry is over")
        },
        Flow(number: 10, name: "reflected-open") { flow in
            guard let good = flow.beginWithoutOpening() else { return }
            for text in flow.sent(.open, by: "ana") { flow.handOpening(text) }
            flow.expect(!flow.scene.hears("ana", "bo"), "ana does not hear herself as bo")
            flow.handOpening(good)
            flow.expect(flow.scene.hears("ana", "bo"), "the good one is taken after it")
        },
    ]

    private static let refusedKeys: [Flow] = [
        Flow(number: 11, name: "n-repeated") { flow in
            flow.begin()
            flow.handKey(above: 5, n: 7)
            flow.expect(flow.heard == 5, "a key counts once")
            for n in [7, 6, 1] as [UInt64] {
                flow.handKey(above: 9, n: n)
                flow.expect(flow.heard == 5, "n \(n) is not above 7")
            }
            flow.handKey(above: 9, n: 8)
            flow.expect(flow.heard == 9, "n 8 is")
        },
        Flow(number: 12, name: "generation-lower") { flow in
            flow.begin()
            flow.handKey(above: 5, n: 1)
            flow.handKey(above: 4, n: 2)
            flow.expect(flow.heard == 5, "an older generation changes nothing")
            flow.handKey(above: UInt64(UInt32.max) - flow.first, n: 3)
            flow.expect(flow.heard == UInt64(UInt32.max) - flow.first, "a higher one is never refused")
        },
    ]
}

extension FlowScene {
    fileprivate var bo: DeviceAddress { scene.address("bo") }

    /// Ana has rung bo, who has not come yet.
    fileprivate func ring() {
        scene.found("ana", inviting: ["bo"])
        scene.run(for: 1_000)
    }

    /// Bo joins, and both hear each other.
    fileprivate func goesOn() {
        scene.accept("bo", invitedBy: "ana")
        scene.run(for: 2_500)
        expect(scene.allHear(["ana", "bo"]), "bo itself is heard and hears")
    }

    fileprivate func entry(
        _ name: String, room: UInt64 = Scene.room, seq: UInt64 = 1_600_000_000_000, secrets: JoinSecrets? = nil
    ) -> OwnEntry? {
        var random = SeededGenerator(seed: 99)
        let secrets = secrets ?? .draw(postQuantum: false, using: &random)
        return try? OwnEntry(SceneCast.plain.device(name), room: room, seq: seq, secrets: secrets)
    }

    /// Hands Ana a join as bo's, whom the server lists.
    fileprivate func handJoin(_ text: String?) {
        guard let text else { return expect(false, "a join can be made") }
        scene.handle("ana", .listed([scene.address("ana"), bo]))
        scene.handle("ana", .message(.join, from: bo, text))
        scene.run(for: 100)
    }

    fileprivate func expectNothingSent(_ what: String) {
        expect(sent(.open, by: "ana").isEmpty && scene.member("bo", of: "ana") == nil, what)
    }

    /// Ana and bo are in the call, but bo's opening did not come; answers it.
    fileprivate func beginWithoutOpening() -> String? {
        ring()
        let address = bo
        scene.way = { kind, from, _, _ in kind == .open && from == address ? [] : [Scene.delay] }
        scene.accept("bo", invitedBy: "ana")
        scene.run(for: 200)
        let good = sent(.open, by: "bo").first
        expect(good != nil && !scene.hears("ana", "bo"), "bo's opening is lost")
        return good
    }

    fileprivate func handOpening(_ text: String?) {
        guard let text else { return expect(false, "an opening can be made") }
        scene.handle("ana", .message(.open, from: bo, text))
    }

    /// An opening of bo's with its current key, as bo would make it for another call, or without ML-KEM;
    /// by HKDF itself.
    fileprivate func opening(call: UInt64) -> String? {
        let (own, peer) = (scene.device("bo").core.own, scene.device("ana").core.own.join)
        var random = SeededGenerator(seed: 5)
        let secret = SecretBytes.draw(32, using: &random)
        guard let agreed = own.secrets.agree(with: peer.x),
            let wrapped = scene.makeWrapping().wrap(secret, for: peer.identity.rsa)
        else { return nil }
        var info = Array("RX\0".utf8)
        info.appendBigEndian(call)
        for hash in [own.join.identity.hash, peer.identity.hash, own.join.hash, peer.hash] { info += hash.bytes }
        info += Array(SHA256.hash(data: wrapped))
        let input = SymmetricKey(data: [agreed, secret].flatMap { $0.withUnsafeBytes { Array($0) } })
        let key = HKDF<SHA512>.deriveKey(
            inputKeyMaterial: input, salt: Array("ECall channel v2".utf8), info: info, outputByteCount: 32)
        let sealed = KeyMessage.seal(
            scene.device("bo").core.generations.newest, n: 0, under: ChannelKey(secret: key, reports: key))
        return OpenMessage(
            from: own.join.hash, to: peer.hash, wrapped: wrapped, encapsulated: [], sealed: sealed
        ).text
    }

    // MARK: - keys

    /// The generation with which bo began.
    fileprivate var first: UInt64 { UInt64(scene.device("bo").core.generations.newest.generation) }

    /// The number of generations above it at which ana hears bo.
    fileprivate var heard: UInt64? {
        scene.device("ana").core.peers[bo]?.current?.heard.map { UInt64($0.generation) - first }
    }

    /// Ana gets a key of bo's, this many generations above its own, under a number of its choice.
    fileprivate func handKey(above: UInt64, n: UInt64) {
        guard let channel = scene.device("bo").core.peers[scene.address("ana")]?.current?.sending else {
            return expect(false, "bo has a channel to ana")
        }
        let newest = scene.device("bo").core.generations.newest
        let key = SealingKey(generation: UInt32(first + above), step: 0, key: newest.key)
        let message = KeyMessage(n: n, sealed: KeyMessage.seal(key, n: n, under: channel.key))
        scene.handle("ana", .message(.key, from: bo, message.text))
    }
}
