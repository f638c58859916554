import ECallSecurity
import TestSupport
import Testing

@testable import KeyDistribution

/// Joins that are not admitted (e2ee 3): nothing goes to their devices.
@Suite("Refused joins")
struct JoinRefusalTests {
    private let scene = Scene()

    init() {
        scene.found("ana", inviting: ["bo", "cem"])
        scene.run(for: 1_000)
    }

    private func entry(
        _ name: String, room: UInt64 = Scene.room, seq: UInt64 = 1_800_000_000_000, secrets: JoinSecrets? = nil
    ) throws -> OwnEntry {
        var random = SeededGenerator(seed: 99)
        let secrets = secrets ?? JoinSecrets.draw(postQuantum: false, using: &random)
        return try OwnEntry(SceneCast.plain.device(name), room: room, seq: seq, secrets: secrets)
    }

    /// Ana gets the join, and bo is listed; whether she opens a channel to it.
    private func isAdmitted(_ text: String, from name: String = "bo") -> Bool {
        scene.handle("ana", .listed([scene.address("ana"), scene.address(name)]))
        scene.handle("ana", .message(.join, from: scene.address(name), text))
        scene.run(for: 600)
        return scene.device("ana").core.peers[scene.address(name)]?.current?.sending != nil
    }

    @Test("one that is in order is admitted")
    func control() throws {
        #expect(isAdmitted(try entry("bo").join.text))
    }

    @Test("other-room")
    func otherRoom() throws {
        #expect(!isAdmitted(try entry("bo", room: 43).join.text))
    }

    @Test("address-mismatch: another's join under this address")
    func anothersJoin() throws {
        #expect(!isAdmitted(try entry("cem").join.text))
    }

    @Test("address-mismatch: identity of one, join of another")
    func mixed() throws {
        let (bo, cem) = (try entry("bo").join.text, try entry("cem").join.text)
        let parts = bo.split(separator: "~", omittingEmptySubsequences: false)
        let others = cem.split(separator: "~", omittingEmptySubsequences: false)
        #expect(!isAdmitted("\(others[0])~\(parts[1])~~"))
        #expect(!isAdmitted("\(parts[0])~\(others[1])~~"))
    }

    @Test("a join whose leave came before it")
    func leftAlready() throws {
        let entry = try entry("bo")
        scene.handle("ana", .message(.leave, from: scene.address("bo"), entry.leave.text))
        #expect(!isAdmitted(entry.join.text))
        #expect(scene.device("ana").core.peers[scene.address("bo")]?.current == nil)
    }

    @Test("somebody whom the server adds as soon as the call begins: the caller knows whom it rang")
    func added() throws {
        #expect(!isAdmitted(try entry("eve").join.text, from: "eve"))
        #expect(scene.member("eve", of: "ana")?.trust == .held(.uninvited))
    }

    @Test("x-own: the public key of ana herself")
    func ownKey() throws {
        let secrets = scene.device("ana").core.own.secrets
        #expect(!isAdmitted(try entry("bo", secrets: secrets).join.text))
    }

    @Test("an own address is never taken")
    func ownAddress() throws {
        #expect(!isAdmitted(try entry("ana").join.text, from: "ana"))
        #expect(scene.device("ana").core.peers[scene.address("ana")] == nil)
    }

    @Test("one character of base64 changed, anywhere")
    func damaged() throws {
        let text = Array(try entry("bo").join.text)
        for position in stride(from: 0, to: text.count, by: 97) {
            var damaged = text
            damaged[position] = damaged[position] == "A" ? "B" : "A"
            #expect(throws: SignedObjectError.self) { try Join(verifying: String(damaged)) }
        }
    }

    @Test("n-repeated, generation-lower: a key counts once, and never an older one")
    func keys() throws {
        scene.accept("bo", invitedBy: "ana")
        scene.run(for: 1_000)
        let (ana, bo) = (scene.address("ana"), scene.address("bo"))
        let channel = try #require(scene.device("bo").core.peers[ana]?.current?.sending)
        let current = scene.device("bo").core.generations.newest
        func key(_ generation: UInt32, n: UInt64) -> String {
            let key = SealingKey(generation: generation, step: 0, key: current.key)
            return KeyMessage(n: n, sealed: KeyMessage.seal(key, n: n, under: channel.key)).text
        }
        func heard() -> UInt32? { scene.device("ana").core.peers[bo]?.current?.heard?.generation }
        scene.handle("ana", .message(.key, from: bo, key(current.generation + 5, n: 7)))
        #expect(heard() == current.generation + 5)
        scene.handle("ana", .message(.key, from: bo, key(current.generation + 9, n: 7)))
        #expect(heard() == current.generation + 5, "n 7 was taken")
        scene.handle("ana", .message(.key, from: bo, key(current.generation + 9, n: 6)))
        #expect(heard() == current.generation + 5, "n 6 is before it")
        scene.handle("ana", .message(.key, from: bo, key(current.generation + 4, n: 8)))
        #expect(heard() == current.generation + 5, "an older generation")
        scene.handle("ana", .message(.key, from: bo, key(UInt32.max, n: 9)))
        #expect(heard() == UInt32.max, "a higher generation is never refused")
    }

    @Test("open-replayed, reflected-open, open-old-join: what was made for another entry changes nothing")
    func openings() throws {
        scene.accept("bo", invitedBy: "ana")
        scene.run(for: 3_000)
        let (ana, bo) = (scene.address("ana"), scene.address("bo"))
        let opening = try #require(Self.opens(sentBy: scene.device("bo")).first)
        let own = try #require(Self.opens(sentBy: scene.device("ana")).first)
        let before = try #require(scene.device("ana").core.peers[bo]?.current?.receiving?.n)
        scene.handle("ana", .message(.open, from: bo, opening))
        scene.handle("ana", .message(.open, from: bo, own))
        #expect(scene.device("ana").core.peers[bo]?.current?.receiving?.n == before)
        scene.reload("bo")
        scene.run(for: 3_000)
        let keys = scene.device("bo").everOpened[ana]?.count
        scene.handle("ana", .message(.open, from: bo, opening))
        scene.handle("bo", .message(.open, from: ana, own))
        #expect(scene.allHear(["ana", "bo"]))
        #expect(scene.device("bo").everOpened[ana]?.count == keys, "only what was made for the new entry")
    }

    private static func opens(sentBy device: SceneDevice) -> [String] {
        device.steps.flatMap(\.actions).flatMap { action -> [String] in
            if case .send(.open, let texts) = action { texts.map(\.value) } else { [] }
        }
    }

    @Test("open-garbage-then-good: eight failures, then ten seconds of silence")
    func garbage() throws {
        scene.handle("ana", .listed([scene.address("ana"), scene.address("bo")]))
        scene.way = { kind, from, _, _ in kind == .open && from == SceneCast.plain.address("bo") ? [] : [20] }
        scene.accept("bo", invitedBy: "ana")
        scene.run(for: 200)
        let bo = scene.address("bo")
        let good = try #require(Self.opens(sentBy: scene.device("bo")).first)
        let bad = String(good.dropLast(2) + (good.hasSuffix("AA") ? "BA" : "AA"))
        for _ in 0..<7 { scene.handle("ana", .message(.open, from: bo, bad)) }
        #expect(scene.device("ana").core.peers[bo]?.failures == 7)
        scene.handle("ana", .message(.open, from: bo, bad))
        scene.handle("ana", .message(.open, from: bo, good))
        #expect(!scene.hears("ana", "bo"), "ignored for ten seconds")
        scene.run(for: KeyDistributionLimits.failurePause)
        scene.handle("ana", .message(.open, from: bo, good))
        #expect(scene.hears("ana", "bo"))
    }
}
