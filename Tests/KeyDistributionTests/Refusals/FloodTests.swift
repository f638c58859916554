import ECallAPI
import ECallSecurity
import TestSupport
import Testing

@testable import KeyDistribution

/// Floods of one device or of the server: work and memory stay bounded, and the others hear each other.
@Suite("Floods")
struct FloodTests {
    private let scene = Scene()
    private var bo: DeviceAddress { scene.address("bo") }

    init() {
        scene.found("ana", inviting: ["bo", "cem"])
        scene.run(for: 1_000)
        scene.accept("bo", invitedBy: "ana")
        scene.accept("cem", invitedBy: "ana")
        scene.run(for: 6_000)
    }

    private func sent(_ kind: MessageKind, since step: Int) -> Int {
        scene.device("ana").steps.dropFirst(step).flatMap(\.actions).reduce(0) { count, action in
            switch action {
            case .send(kind, let texts): count + texts.count
            case .sendToAll(kind, _): count + 1
            default: count
            }
        }
    }

    @Test("only two of 20 reactions a second of one device are reported each second")
    func reactions() throws {
        let ana = scene.address("ana")
        let channel = try #require(scene.device("bo").core.peers[ana]?.current?.sending)
        for number in 0..<40 {
            let gestures = Gestures(reaction: .heart, count: UInt8(number + 1))
            let message = ReportMessage.seal(
                ReportContent(reception: nil, gestures: gestures), n: channel.reportCount + UInt64(number),
                under: channel.key)
            scene.forge(.report, from: bo, to: "ana", message.text)
            scene.run(for: 50)
        }
        #expect(scene.device("ana").reactions.count == 4)
        #expect(scene.device("ana").reports.isEmpty)
    }

    @Test("of 100 joins of one address at most 30 are processed, one in two seconds")
    func joins() throws {
        let looks = scene.device("ana").core.peers[bo]?.joins.looks ?? 0
        for number in 0..<100 {
            var random = SeededGenerator(seed: UInt64(number))
            let entry = try OwnEntry(
                SceneCast.plain.device("bo"), room: Scene.room, seq: 1_800_000_000_000 + UInt64(number),
                secrets: .draw(postQuantum: false, using: &random))
            scene.handle("ana", .message(.join, from: bo, entry.join.text))
            if number == 49 { #expect((scene.device("ana").core.peers[bo]?.joins.looks ?? 0) - looks <= 1) }
            if number >= 50 { scene.run(for: 2_000) }
        }
        #expect(scene.device("ana").core.peers[bo]?.joins.looks == KeyDistributionLimits.joinsOfAddress)
        #expect(scene.hears("cem", "ana") && scene.hears("ana", "cem"))
    }

    @Test("endless questions are answered once in three seconds")
    func questions() {
        let start = scene.device("ana").steps.count
        let text = AgainMessage(join: scene.device("bo").core.own.join.hash, held: nil).text
        for _ in 0..<1_000 {
            scene.handle("ana", .message(.again, from: bo, text))
            scene.run(for: 9)
        }
        #expect((3...4).contains(sent(.join, since: start)))
        #expect(sent(.key, since: start) <= 4)
    }

    @Test("statuses of a device without a join, and garbage of every kind, cause one request in three seconds")
    func garbage() {
        let start = scene.device("ana").steps.count
        let kinds = MessageKind.allCases
        for number in 0..<2_000 {
            scene.handle("ana", .message(kinds[number % kinds.count], from: scene.address("dan"), "garbage\(number)"))
            scene.run(for: 5)
        }
        #expect(sent(.again, since: start) <= 5)
        #expect(scene.hears("cem", "ana") && scene.hears("ana", "cem"))
    }

    @Test("messages of one address are processed 50 times a second")
    func work() throws {
        let core = scene.device("bo").core
        let status = try Status.make(
            join: core.own.join.hash, seq: 900, generation: 1, have: [], signingKey: core.own.device.signingKey)
        for _ in 0..<KeyDistributionLimits.messagesPerSecond {
            scene.handle("ana", .message(.status, from: bo, "x"))
        }
        scene.handle("ana", .message(.status, from: bo, status.text))
        #expect(scene.device("ana").core.peers[bo]?.current?.lastStatus != 900)
        scene.run(for: 1_000)
        scene.handle("ana", .message(.status, from: bo, status.text))
        #expect(scene.device("ana").core.peers[bo]?.current?.lastStatus == 900)
    }

    @Test("invites of one device fill a call at most, and keep out no one invited by another")
    func invites() throws {
        func invite(_ name: String, _ callees: [UInt64]) throws -> String {
            let core = scene.device(name).core
            return try Invite.make(
                roomID: Scene.room, caller: core.address, join: core.own.join.hash, callees: callees, isVideo: false,
                seq: 0, issuedAt: 0, signingKey: core.own.device.signingKey
            ).text
        }
        let before = scene.device("ana").core.invited
        for number in UInt64(0)..<10 {
            let made = (0..<100).map { 10_000 + 100 * number + $0 }
            scene.handle("ana", .message(.invite, from: bo, try invite("bo", made)))
        }
        #expect(scene.device("ana").core.invited.subtracting(before).count == KeyDistributionLimits.invitedBy)
        scene.handle("ana", .message(.invite, from: scene.address("cem"), try invite("cem", [77])))
        #expect(scene.device("ana").core.invited.contains(77))
    }

    @Test("vouches of one device displace none of another's, nor that of the same identity")
    func vouches() throws {
        let (cem, identity) = (scene.address("cem"), scene.device("bo").core.own.join.identity)
        func vouch(_ name: String, _ hash: ObjectHash) throws -> String {
            let core = scene.device(name).core
            return try Vouch.make(
                identity: hash, by: core.address, issuedAt: 1, signingKey: core.own.device.signingKey
            ).text
        }
        scene.handle("ana", .message(.vouch, from: cem, try vouch("cem", identity.hash)))
        for number in 0..<40 {
            scene.handle("ana", .message(.vouch, from: bo, try vouch("bo", ObjectHash(of: "made up \(number)"))))
        }
        scene.handle("ana", .message(.vouch, from: bo, try vouch("bo", identity.hash)))
        let waiting = scene.device("ana").core.waitingVouches
        #expect(waiting[bo]?.count == KeyDistributionLimits.waitingVouches)
        #expect(waiting[cem]?[identity.hash]?.by == cem)
    }

    @Test("invented addresses take no more than 128 places; each text is as long as its kind may be")
    func addresses() {
        let listed = Set((0..<1_000).map { DeviceAddress(userID: 1_000 + $0, deviceID: $0) })
        scene.handle("ana", .listed(listed.union([scene.address("ana"), bo, scene.address("cem")])))
        #expect(scene.device("ana").core.peers.count == KeyDistributionLimits.devices)
        for address in listed {
            scene.handle("ana", .message(.leave, from: address, String(repeating: "x", count: 4_097)))
            scene.handle("ana", .message(.join, from: address, String(repeating: "x", count: 8_193)))
        }
        let peers = scene.device("ana").core.peers
        #expect(peers.count == KeyDistributionLimits.devices)
        #expect(peers.values.allSatisfy { $0.waiting.isEmpty && $0.joins.waiting == nil })
        #expect(scene.allHear(["ana", "bo", "cem"]))
    }

    @Test("a status that never has ana's key makes her repeat it once in three seconds")
    func neverHas() throws {
        let core = scene.device("bo").core
        let start = scene.device("ana").steps.count
        let first = scene.now
        for number in 0..<100 {
            let echo = scene.device("ana").core.statusSeq
            let status = try Status.make(
                join: core.own.join.hash, seq: UInt16(1_000 + number), generation: 1,
                have: [.init(joinPrefix: scene.device("ana").core.own.join.hash.prefix, seq: echo, generation: 0)],
                signingKey: core.own.device.signingKey)
            scene.handle("ana", .message(.status, from: bo, status.text))
            scene.run(for: 200)
        }
        let limit = Int((scene.now - first) / KeyDistributionLimits.askInterval) + 1
        #expect(sent(.key, since: start) <= limit)
    }
}
