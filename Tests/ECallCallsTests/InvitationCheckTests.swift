import ECallAPI
import ECallCore
import ECallSecurity
import Foundation
import KeyDistribution
import Testing

@testable import ECallCalls

/// The vectors that the page's tests read as well.
private struct Vectors: Decodable {
    struct Row: Decodable {
        let name: String
        let opening: String?
        let room: RoomID
        let caller: [UInt64]
        let own: UserID
        let pins: String?
        let rung: [String: UInt64]
        let now: UInt64
        let verdict: String

        var address: DeviceAddress { DeviceAddress(userID: caller[0], deviceID: caller[1]) }

        /// Nil for an unknown name.
        var expected: InvitationCheck.Verdict? {
            switch verdict {
            case "rings": .rings(as: address, seq: 6)
            case "isOld": .isOld(as: address, seq: 6)
            case "ringsNewDevice": .ringsNewDevice
            case "ringsUnverified": .ringsUnverified
            case "rangBefore": .rangBefore
            default: nil
            }
        }
    }
    struct People: Decodable {
        let name: String
        let opening: String?
        let caller: [UInt64]
        let room: RoomID
        let people: [UInt64]
    }
    let openings: [String: E2EEOpening]
    let pins: [String: DevicePins]
    let rows: [Row]
    let people: [People]

    static func read() throws -> Self {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/invitation-check.json").standardizedFileURL
        return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }

    /// Nil if a row has none.
    func opening(_ name: String?) throws -> E2EEOpening? { try name.map { try #require(openings[$0]) } }
}

@Suite("The trust with which an invitation rings", .timeLimit(.minutes(1)))
struct InvitationCheckTests {
    private static let now: UInt64 = 1_700_000_000_000
    private static let own: UserID = 2
    private let ana: OwnDevice
    private let join: Join
    private let invitation: CallInvitation

    init() throws {
        ana = try OwnDevice(
            at: DeviceAddress(userID: 1, deviceID: 11), keyPair: try DeviceKeyPair.generate())
        var random = SystemRandomNumberGenerator()
        let entry = try OwnEntry(
            ana, room: 70, seq: 5, secrets: JoinSecrets.draw(postQuantum: false, using: &random))
        join = entry.join
        let invite = try Invite.make(
            roomID: 70, caller: ana.identity.address, join: join.hash, callees: [2, 3], isVideo: true, seq: 6,
            issuedAt: Self.now, signingKey: ana.signingKey)
        invitation = CallInvitation(
            call: 7, room: 70, caller: DeviceIdentity(user: 1, device: 11), callerName: "Ana", isVideo: true,
            encryptedAESKey: "not looked at", e2ee: E2EEOpening(invite: invite.text, join: entry.join.text))
    }

    @Test("an invitation signed by the page rings as in the vectors")
    func vectors() throws {
        let vectors = try Vectors.read()
        #expect(vectors.rows.count == 61)
        for row in vectors.rows {
            let caller = DeviceIdentity(user: UserID(row.caller[0]), device: DeviceID(row.caller[1]))
            let invitation = CallInvitation(
                call: 7, room: row.room, caller: caller, callerName: "Ana", isVideo: true,
                encryptedAESKey: "not looked at", e2ee: try vectors.opening(row.opening))
            let pins = try row.pins.map { try #require(vectors.pins[$0]) } ?? DevicePins()
            let verdict = InvitationCheck.judge(
                invitation, own: row.own, pins: pins, rung: row.rung, now: row.now)
            #expect(verdict == row.expected, "\(row.name)")
        }
    }

    @Test("a person who answers an unproven ring accepts the people of the vectors")
    func peopleOfVectors() throws {
        let vectors = try Vectors.read()
        #expect(vectors.people.count == 20)
        for row in vectors.people {
            let people = InvitationCheck.people(
                in: try vectors.opening(row.opening),
                of: DeviceAddress(userID: row.caller[0], deviceID: row.caller[1]), room: row.room)
            #expect(people == row.people, "\(row.name)")
        }
    }

    private func judge(
        _ change: (inout CallInvitation) -> Void = { _ in }, own: UserID = own, pins: DevicePins = DevicePins(),
        rung: [String: UInt64] = [:], now: UInt64 = now
    ) -> InvitationCheck.Verdict {
        var changed = invitation
        change(&changed)
        return InvitationCheck.judge(changed, own: own, pins: pins, rung: rung, now: now)
    }

    @Test("a signed invite rings under a name if made for this person and room, once, for 90 s")
    func table() throws {
        let rings = InvitationCheck.Verdict.rings(as: ana.identity.address, seq: 6)
        #expect(judge() == rings)
        #expect(judge(now: Self.now + 90_000) == rings && judge(now: 1) == rings)
        #expect(judge(now: Self.now + 90_001) == .isOld(as: ana.identity.address, seq: 6))
        #expect(judge(rung: ["1_11": 5]) == rings && judge(rung: ["1_12": 9]) == rings)
        #expect(judge(rung: ["1_11": 6]) == .rangBefore)
        #expect(judge(own: 4) == .ringsUnverified)
        let changes: [(inout CallInvitation) -> Void] = [
            { $0.room = 71 }, { $0.caller = DeviceIdentity(user: 1, device: 12) }, { $0.e2ee = nil },
            { $0.e2ee = $0.e2ee.map { E2EEOpening(invite: $0.join, join: $0.join) } },
            { $0.e2ee = $0.e2ee.map { E2EEOpening(invite: $0.invite, join: $0.invite) } },
        ]
        for change in changes { #expect(judge(change) == .ringsUnverified) }
    }

    @Test("an invite of another entry, or one that names people and rings no one, rings as unverified")
    func otherEntry() throws {
        for (hash, seq) in [(ObjectHash(of: "another"), UInt64(6)), (join.hash, 0)] {
            let invite = try Invite.make(
                roomID: 70, caller: ana.identity.address, join: hash, callees: [2, 3], isVideo: true, seq: seq,
                issuedAt: Self.now, signingKey: ana.signingKey)
            #expect(judge { $0.e2ee = E2EEOpening(invite: invite.text, join: join.text) } == .ringsUnverified)
        }
    }

    @Test("a person who answers an unproven ring accepts the caller, and the people named for this entry")
    func people() {
        let opening = invitation.e2ee
        let (ana, bo) = (ana.identity.address, DeviceAddress(userID: 2, deviceID: 22))
        #expect(InvitationCheck.people(in: opening, of: ana, room: 70) == [1, 2, 3])
        #expect(InvitationCheck.people(in: opening, of: ana, room: 71) == [1])
        #expect(InvitationCheck.people(in: opening, of: bo, room: 70) == [2])
        #expect(InvitationCheck.people(in: nil, of: ana, room: 70) == [1])
    }

    @Test(
        "a person with other known devices or keys rings as a new device; a refused one as unverified")
    func held() throws {
        let other = try OwnDevice(
            at: DeviceAddress(userID: 1, deviceID: 12), keyPair: ana.keyPair)
        var known = DevicePins()
        known.verify(other.identity)
        #expect(judge(pins: known) == .ringsNewDevice)
        known.note(DeviceNote(.refused, of: ShownIdentity(ana.identity)))
        #expect(judge(pins: known) == .ringsUnverified)
        var changed = DevicePins()
        changed.verify(try OwnDevice(at: ana.identity.address, keyPair: ana.keyPair).identity)
        #expect(judge(pins: changed) == .ringsNewDevice)
        var verified = DevicePins()
        verified.verify(ana.identity)
        #expect(judge(pins: verified) == .rings(as: ana.identity.address, seq: 6))
    }
}
