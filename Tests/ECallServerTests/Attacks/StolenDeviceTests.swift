import ECallAPI
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// A thief with another person's device who tries to stay signed in with it.
@Suite("Stolen devices", .timeLimit(.minutes(1)))
struct StolenDeviceTests {
    private static func device(_ app: TestApp) async throws -> SigningDevice {
        try await SigningDevice(app.signIn("ana@example.net", publicKey: TestKeys.rsa()), in: app)
    }

    private static func state(_ text: String, _ app: TestApp, _ device: SigningDevice) async throws -> Answer {
        app.clock.advance(seconds: 1)
        return try await app.call(.addDeviceStatement, DeviceStatementRequest(statement: text), as: device.person)
    }

    private static func keys(_ app: TestApp, _ device: SigningDevice) async throws -> PublicKeysResponse {
        try await app.call(.publicKeys, PublicKeysRequest(userIds: [device.person.id]), as: device.person).value()
    }

    @Test("with a full store, the owner still signs a stolen device out and its revocation is stored")
    func fillsStore() async throws {
        try await TestApp.run { app in
            let (owner, thief) = (try await Self.device(app), try await Self.device(app))
            var statuses: [Int] = []
            for number in 1...40 { statuses.append(try await Self.state(thief.revoke(number), app, thief).status) }
            #expect(statuses.count { $0 == 200 } == 16 && statuses.count { $0 == 409 } == 24)
            try await Self.state(owner.revoke(thief), app, owner).expectOK()
            try await app.call(.terminateSession, id: thief.person.device.rawValue, as: owner.person).expectOK()
            #expect(try await Self.keys(app, owner).revokes?.contains(owner.revoke(thief)) == true)
            try await Self.state(thief.revoke(201 - 1), app, thief).expect(.deviceNotRegistered)
        }
    }

    @Test("with a store filled by several devices, signing one out makes room for its revocation")
    func severalDevicesFillStore() async throws {
        try await TestApp.run { app in
            let owner = try await Self.device(app)
            var thieves: [SigningDevice] = []
            for _ in 1...3 { thieves.append(try await Self.device(app)) }
            for thief in thieves {
                for number in 1...16 { _ = try await Self.state(thief.revoke(number), app, thief) }
            }
            #expect(try await Self.keys(app, owner).revokes?.count == 32)
            try await Self.state(owner.revoke(thieves[0]), app, owner).expect(.tooManyDeviceStatements)
            // Signing out needs no room.
            try await app.send(
                .delete, "/devices/\(thieves[0].person.device)", token: owner.person.accessToken
            ).expectOK()
            try await Self.state(owner.revoke(thieves[0]), app, owner).expectOK()
            try await app.call(.terminateOthers, as: owner.person).expectOK()
            for thief in thieves { try await Self.state(owner.revoke(thief), app, owner).expectOK() }
            let kept = try await Self.keys(app, owner).revokes ?? []
            for thief in thieves { #expect(try kept.contains(owner.revoke(thief))) }
        }
    }

    @Test("statements stored before they were checked make room first")
    func dropsJunk() async throws {
        try await TestApp.run { app in
            let (owner, thief) = (try await Self.device(app), try await Self.device(app))
            let junk = (1...32).map { "unsigned.\($0)" }
            let user = owner.person.id
            try await SQLiteDatabase(path: app.dataDirectory + "/ecall.sqlite").write { sql in
                for text in junk {
                    try sql.execute(
                        """
                        INSERT INTO device_statements (user_id, statement_hash, is_revoke, statement, created_at)
                        VALUES (:user, :hash, 1, :text, 1)
                        """,
                        ["user": .id(user), "hash": .text(HexDigest.sha256(text)), "text": .text(text)])
                }
            }
            try await Self.state(owner.revoke(thief), app, owner).expectOK()
            let kept = try await Self.keys(app, owner).revokes ?? []
            #expect(try kept.count == 32 && kept.contains(owner.revoke(thief)))
        }
    }

    @Test("signed-out devices make room: vouches, then statements of the revoked, then the oldest revocations")
    func order() async throws {
        try await TestApp.run { app in
            let (owner, old) = (try await Self.device(app), try await Self.device(app))
            let (thief, other) = (try await Self.device(app), try await Self.device(app))
            for number in 1...7 { try await Self.state(old.revoke(number), app, old).expectOK() }
            try await Self.state(old.vouch(owner), app, old).expectOK()
            for number in 1...2 { try await Self.state(thief.revoke(number), app, thief).expectOK() }
            for number in 1...15 { try await Self.state(owner.revoke(number), app, owner).expectOK() }
            try await Self.state(owner.revoke(thief), app, owner).expectOK()
            for device in [old, thief] {
                try await app.call(.terminateSession, id: device.person.device.rawValue, as: owner.person).expectOK()
            }
            for number in 1...6 { try await Self.state(other.revoke(number), app, other).expectOK() }
            func left() async throws -> [Int] {
                let keys = try await Self.keys(app, owner)
                let all = (keys.vouches ?? []) + (keys.revokes ?? [])
                let (olds, thiefs) = ((1...7).map { try? old.revoke($0) }, (1...2).map { try? thief.revoke($0) })
                return [
                    keys.vouches?.count ?? 0, all.count { thiefs.contains($0) }, all.count { olds.contains($0) },
                    all.count,
                ]
            }
            var seen: [[Int]] = [try await left()]
            for number in 7...11 {
                try await Self.state(other.revoke(number), app, other).expectOK()
                seen.append(try await left())
            }
            let expected = [[1, 2, 7], [0, 2, 7], [0, 1, 7], [0, 0, 7], [0, 0, 6], [0, 0, 5]]
            #expect(seen == expected.map { $0 + [32] })
            #expect(try await !(Self.keys(app, owner).revokes ?? []).contains(old.revoke(1)), "the oldest")
        }
    }
}
