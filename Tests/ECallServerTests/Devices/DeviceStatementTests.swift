import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// Devices' statements of their keys and about each other (e2ee 1).
@Suite("Identities and statements of devices", .timeLimit(.minutes(1)))
struct DeviceStatementTests {
    private static func keys(_ app: TestApp, _ users: [UserID], as person: Person) async throws -> PublicKeysResponse {
        try await app.call(.publicKeys, PublicKeysRequest(userIds: users), as: person).value()
    }

    private static func state(_ text: String, _ app: TestApp, _ person: Person) async throws -> Answer {
        try await app.call(.addDeviceStatement, DeviceStatementRequest(statement: text), as: person)
    }

    private static func device(_ app: TestApp, _ email: String) async throws -> SigningDevice {
        try await SigningDevice(app.signIn(email, publicKey: TestKeys.rsa()), in: app)
    }

    @Test("an identity is given out with its device's key, to the same people, and is removed with the device")
    func identity() async throws {
        try await TestApp.run { app in
            let device = try await Self.device(app, "ana@example.net")
            let (ana, text, address) = (device.person, device.identity, device.address)
            let other = try await app.signIn("ana@example.net", publicKey: TestKeys.rsa())
            let bob = try await app.signIn("bob@example.net", publicKey: TestKeys.rsa())
            #expect(try await Self.keys(app, [ana.id], as: ana).identities == [address: text])
            #expect(try await Self.keys(app, [ana.id], as: bob).identities == [:])
            try await app.befriend(ana, bob)
            #expect(try await Self.keys(app, [ana.id], as: bob).identities == [address: text])
            // Empty and omitted members change nothing.
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: ""), as: ana).expectOK()
            try await app.call(.registerDevice, RegisterDeviceRequest(videoCodecs: ["vp8"]), as: ana).expectOK()
            #expect(try await Self.keys(app, [ana.id], as: bob).identities == [address: text])
            let newer = try SigningDevice.identity(
                of: ana, serial: 2, publicKey: device.publicKey, key: device.key)
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: newer), as: ana).expectOK()
            #expect(try await Self.keys(app, [ana.id], as: bob).identities == [address: newer])
            try await app.call(.logout, as: ana).expectOK()
            #expect(try await Self.keys(app, [ana.id], as: other).identities == [:])
        }
    }

    @Test(
        "text other than three parts of base64url of at most 4 kB is refused",
        arguments: [
            "a", "a.b", "YQ.YQ.YQ.YQ", "YQ..YQ", ".YQ.YQ", "YQ.YQ.", "YQ.YR.YQ", "YQ==.YQ.YQ", "Y+.YQ.YQ", "YQ.YQ.YQ ",
            "YQ.YQ." + String(repeating: "AAAA", count: 1024),
        ])
    func form(text: String) async throws {
        #expect(SignedText(text) == nil)
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.rsa())
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: text), as: ana)
                .expect(.registerDeviceFailed)
            try await Self.state(text, app, ana).expect(.deviceStatementFailed)
            #expect(try await Self.keys(app, [ana.id], as: ana).identities == [:])
        }
    }

    @Test("a statement is accepted only if the sending device has signed it, in its canonical form")
    func refusesForeignStatements() async throws {
        try await TestApp.run { app in
            let ana = try await Self.device(app, "ana@example.net")
            let phone = try await Self.device(app, "ana@example.net")
            let eve = try await Self.device(app, "eve@example.net")
            let bare = try await app.signIn("ana@example.net", publicKey: TestKeys.rsa())
            let good = try ana.vouch(phone)
            let parts = good.split(separator: ".").map(String.init)
            let spaced = Base64URL.encode(Data(#"{"alg": "Ed25519","typ":"ecall-vouch"}"#.utf8))
            let bad = [
                try phone.vouch(ana), try eve.vouch(phone), try eve.vouch(phone, by: ana.address),
                try phone.revoke(1, by: ana.address), try ana.revoke(1, by: phone.address),
                [parts[0], parts[1], Base64URL.encode(Data(count: 64))].joined(separator: "."),
                [parts[0], parts[1], Base64URL.encode(Data("signature".utf8))].joined(separator: "."),
                [spaced, parts[1], parts[2]].joined(separator: "."),
                try ana.sign("ecall-join", "{}"), try ana.sign("ecall-identity", "{}"), try ana.sign("vouch", "{}"),
                try ana.sign("ecall-vouch", "{}"), try ana.sign("ecall-revoke", "[]"),
                try ana.sign("ecall-vouch", #"{"identity":"AA","by":"\#(ana.address)","issuedAt":1}"#),
                try ana.sign("ecall-revoke", #"{"sign":7,"by":"\#(ana.address)","issuedAt":1}"#),
                try ana.sign("ecall-revoke", #"{"by":"\#(ana.address)","issuedAt":1}"#),
                try ana.revoke(1, padding: 4096), "e30.e30.e30",
            ]
            for text in bad { try await Self.state(text, app, ana.person).expect(.deviceStatementFailed) }
            try await Self.state(good, app, bare).expect(.deviceStatementFailed)
            #expect(try await Self.keys(app, [ana.person.id], as: ana.person).vouches == [])
            #expect(try await Self.keys(app, [ana.person.id], as: ana.person).revokes == [])
            let answer = try await Self.state(good, app, ana.person)
            #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
        }
    }

    @Test("statements are stored once, for the caller's account only, and deleted with it")
    func kept() async throws {
        try await TestApp.run { app in
            let ana = try await Self.device(app, "ana@example.net")
            let second = try await Self.device(app, "ana@example.net")
            let bob = try await app.signIn("bob@example.net", publicKey: TestKeys.rsa())
            let (vouch, revoke) = (try ana.vouch(second), try ana.revoke(1))
            _ = app.signals.takeDelivered()
            try await Self.state(vouch, app, ana.person).expectOK()
            // The account's devices are notified to look at once.
            #expect(
                Set(app.signals.takeDelivered())
                    == Set([ana, second].map { "user_updated \(ana.person.id) → \($0.person.device)" }))
            for text in [vouch, revoke, vouch] {
                app.clock.advance(seconds: 1)
                try await Self.state(text, app, ana.person).expectOK()
            }
            let own = try await Self.keys(app, [ana.person.id, bob.id], as: ana.person)
            #expect(own.vouches == [vouch] && own.revokes == [revoke])
            let strangers = try await Self.keys(app, [ana.person.id], as: bob)
            #expect(strangers.vouches == [] && strangers.revokes == [])
            try await app.befriend(ana.person, bob)
            #expect(try await Self.keys(app, [ana.person.id], as: bob).vouches?.count == 1)
        }
    }

    @Test("a device has a share of the room; outdated vouches go first, and a revocation replaces the oldest vouch")
    func share() async throws {
        try await TestApp.run { app in
            let ana = try await Self.device(app, "ana@example.net")
            let phone = try await Self.device(app, "ana@example.net")
            let gone = try await Self.device(app, "ana@example.net")
            try await app.call(.terminateSession, id: gone.person.device.rawValue, as: ana.person).expectOK()
            func add(_ text: String, by device: SigningDevice) async throws -> Answer {
                app.clock.advance(seconds: 1)
                return try await Self.state(text, app, device.person)
            }
            func all() async throws -> PublicKeysResponse { try await Self.keys(app, [ana.person.id], as: ana.person) }
            for number in 1...4 { try await add(ana.vouch(gone, at: number), by: ana).expectOK() }
            for number in 1...12 { try await add(ana.vouch(phone, at: number), by: ana).expectOK() }
            // A repetition needs no room.
            try await add(ana.vouch(gone, at: 1), by: ana).expectOK()
            for number in 13...16 { try await add(ana.vouch(phone, at: number), by: ana).expectOK() }
            #expect(try await all().vouches == (1...16).map { try ana.vouch(phone, at: $0) })
            try await add(ana.vouch(phone, at: 17), by: ana).expect(.tooManyDeviceStatements)
            for number in 1...16 {
                try await add(ana.revoke(number), by: ana).expectOK()
                #expect(try await all().vouches?.count == 16 - number)
            }
            try await add(ana.revoke(17), by: ana).expect(.tooManyDeviceStatements)
            // One device's share is not taken from another's.
            for number in 1...16 { try await add(phone.revoke(number), by: phone).expectOK() }
            #expect(try await all().revokes?.count == 32)
        }
    }
}
