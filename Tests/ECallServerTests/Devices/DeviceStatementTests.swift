import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// What devices say of their keys and of each other (e2ee 1).
@Suite("Identities and statements of devices", .timeLimit(.minutes(1)))
struct DeviceStatementTests {
    private static func signed(_ type: String, _ payload: String) -> String {
        let header = #"{"alg":"Ed25519","typ":"\#(type)"}"#
        return [header, payload, "signature"].map { Base64URL.encode(Data($0.utf8)) }.joined(separator: ".")
    }

    private static func vouch(_ identity: String, _ number: Int = 0) -> String {
        let hash = Base64URL.encode(Data(SHA256.hash(data: Data(identity.utf8))))
        return signed("ecall-vouch", #"{"identity":"\#(hash)","by":"1_1","issuedAt":\#(number)}"#)
    }

    private static func revoke(_ number: Int) -> String {
        signed("ecall-revoke", #"{"sign":"AA","by":"1_1","issuedAt":\#(number)}"#)
    }

    private static func keys(_ app: TestApp, _ users: [UserID], as person: Person) async throws -> PublicKeysResponse {
        try await app.call(.publicKeys, PublicKeysRequest(userIds: users), as: person).value()
    }

    private static func state(_ text: String, _ app: TestApp, _ person: Person) async throws -> Answer {
        try await app.call(.addDeviceStatement, DeviceStatementRequest(statement: text), as: person)
    }

    @Test("an identity is given out with the key of its device, to the same people, and goes with the device")
    func identity() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.rsa())
            let other = try await app.signIn("ana@example.net", publicKey: TestKeys.rsa())
            let bob = try await app.signIn("bob@example.net", publicKey: TestKeys.rsa())
            let text = Self.signed("ecall-identity", "{}")
            let address = DeviceKey(user: ana.id, device: ana.device).description
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: text), as: ana).expectOK()
            #expect(try await Self.keys(app, [ana.id], as: ana).identities == [address: text])
            #expect(try await Self.keys(app, [ana.id], as: bob).identities == [:])
            try await app.befriend(ana, bob)
            #expect(try await Self.keys(app, [ana.id], as: bob).identities == [address: text])
            // Nothing given changes nothing.
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: ""), as: ana).expectOK()
            try await app.call(.registerDevice, RegisterDeviceRequest(videoCodecs: ["vp8"]), as: ana).expectOK()
            #expect(try await Self.keys(app, [ana.id], as: bob).identities == [address: text])
            let newer = Self.signed("ecall-identity", #"{"serial":2}"#)
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: newer), as: ana).expectOK()
            #expect(try await Self.keys(app, [ana.id], as: bob).identities == [address: newer])
            try await app.call(.logout, as: ana).expectOK()
            #expect(try await Self.keys(app, [ana.id], as: other).identities == [:])
        }
    }

    @Test(
        "what is not three parts of base64url of 4 kB at most is refused",
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

    @Test("a statement is a vouch or a revoke by its header, and nothing else")
    func types() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            for type in ["ecall-identity", "ecall-join", "vouch", ""] {
                try await Self.state(Self.signed(type, "{}"), app, ana).expect(.deviceStatementFailed)
            }
            try await Self.state("e30.e30.e30", app, ana).expect(.deviceStatementFailed)
            let answer = try await Self.state(Self.revoke(1), app, ana)
            #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
        }
    }

    @Test("statements are kept for the caller alone, once, and go with the account")
    func kept() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.rsa())
            let second = try await app.signIn("ana@example.net")
            let bob = try await app.signIn("bob@example.net", publicKey: TestKeys.rsa())
            _ = app.signals.takeDelivered()
            try await Self.state(Self.vouch("x", 1), app, ana).expectOK()
            // The devices of the account look at once what they are known by.
            #expect(
                Set(app.signals.takeDelivered())
                    == Set([ana.device, second.device].map { "user_updated \(ana.id) → \($0)" }))
            for text in [Self.vouch("x", 1), Self.revoke(1), Self.vouch("x", 1), Self.vouch("y", 2)] {
                try await Self.state(text, app, ana).expectOK()
                app.clock.advance(seconds: 1)
            }
            let own = try await Self.keys(app, [ana.id, bob.id], as: ana)
            #expect(own.vouches == [Self.vouch("x", 1), Self.vouch("y", 2)] && own.revokes == [Self.revoke(1)])
            let strangers = try await Self.keys(app, [ana.id], as: bob)
            #expect(strangers.vouches == [] && strangers.revokes == [])
            try await app.befriend(ana, bob)
            #expect(try await Self.keys(app, [ana.id], as: bob).vouches?.count == 2)
        }
    }

    @Test(
        "a full account: outdated vouches go first, then a vouch is refused, and a revoke takes the oldest vouch's place"
    )
    func full() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.rsa())
            let identity = Self.signed("ecall-identity", "{}")
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: identity), as: ana).expectOK()
            func add(_ text: String) async throws -> Answer {
                app.clock.advance(seconds: 1)
                return try await Self.state(text, app, ana)
            }
            for number in 1...10 { try await add(Self.vouch("gone", number)).expectOK() }
            for number in 1...22 { try await add(Self.vouch(identity, number)).expectOK() }
            // The same again needs no room.
            try await add(Self.vouch("gone", 1)).expectOK()
            for number in 23...32 { try await add(Self.vouch(identity, number)).expectOK() }
            let vouches = try await Self.keys(app, [ana.id], as: ana).vouches
            #expect(vouches == (1...32).map { Self.vouch(identity, $0) })
            try await add(Self.vouch(identity, 33)).expect(.tooManyDeviceStatements)
            try await add(Self.revoke(1)).expectOK()
            let after = try await Self.keys(app, [ana.id], as: ana)
            #expect(after.vouches == (2...32).map { Self.vouch(identity, $0) } && after.revokes == [Self.revoke(1)])
            for number in 2...32 { try await add(Self.revoke(number)).expectOK() }
            try await add(Self.revoke(33)).expect(.tooManyDeviceStatements)
            let all = try await Self.keys(app, [ana.id], as: ana)
            #expect(all.vouches == [] && all.revokes?.count == 32)
        }
    }
}
