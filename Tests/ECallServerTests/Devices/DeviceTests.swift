import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Devices and keys", .timeLimit(.minutes(1)))
struct DeviceTests {
    private static func keys(
        _ app: TestApp, _ users: [UserID], as person: Person
    ) async throws -> [String: String] {
        try await app.call(.publicKeys, PublicKeysRequest(userIds: users), as: person)
            .value(PublicKeysResponse.self).publicKeys
    }

    private static func name(_ person: Person) -> String {
        DeviceKey(user: person.id, device: person.device).description
    }

    /// 000-69, 001-34
    @Test("000-5: the list contains every device of the caller and no others")
    func list() async throws {
        try await TestApp.run { app in
            let one = try await app.signIn("ana@example.net", deviceName: "laptop")
            let two = try await app.signIn("ana@example.net", deviceName: "phone")
            _ = try await app.signIn("bob@example.net")
            let devices = try await app.call(.devices, as: one).value(DevicesResponse.self).devices
            #expect(devices.map(\.id) == [two.device, one.device])
            #expect(devices.map(\.deviceName) == ["phone", "laptop"])
            #expect(devices.allSatisfy { $0.userId == one.id && $0.updatedAt != nil })
        }
    }

    @Test("a device is signed in until it is signed out, and not while its account is suspended")
    func signedIn() async throws {
        let database = Shelf<any Database>()
        try await TestApp.run(
            callParts: { dependencies in
                database.put(dependencies.database)
                return .recording(RecordingSignals())
            },
            { app in
                let database = try #require(database.item)
                let one = try await app.signIn("ana@example.net").identity
                let other = try await app.signIn("ana@example.net")
                let bob = try await app.signIn("bob@example.net").identity
                let foreign = DeviceIdentity(user: bob.user, device: one.device)
                let now = app.clock.now
                func found() async throws -> Set<DeviceIdentity> {
                    try await database.read {
                        try DeviceRepository($0).signedIn(among: [one, other.identity, bob, foreign], at: now)
                    }
                }
                #expect(try await found() == [one, other.identity, bob])
                try await app.call(.terminateSession, id: other.device.rawValue, as: other).expectOK()
                #expect(try await found() == [one, bob])
                try await database.write {
                    try SuspensionRepository($0).set(
                        Suspension(user: bob.user, reason: "spam", since: now, end: nil))
                }
                #expect(try await found() == [one])
            })
    }

    @Test("a device's video codecs are returned with its key, and omitted if it sent none")
    func videoCodecs() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.rsa())
            func codecs() async throws -> [String: [String]]? {
                try await app.call(.publicKeys, PublicKeysRequest(userIds: [ana.id]), as: ana)
                    .value(PublicKeysResponse.self).videoCodecs
            }
            #expect(try await codecs() == [:])
            for (said, kept) in [
                (["vp8", "h264", "h264"], ["h264", "vp8"]), (["vp8"], ["vp8"]), ([], ["vp8"]), (["av1", ""], ["vp8"]),
                (["x" + String(repeating: "y", count: 5000), "h264"], ["h264"]),
            ] {
                try await app.call(.registerDevice, RegisterDeviceRequest(videoCodecs: said), as: ana).expectOK()
                #expect(try await codecs() == [Self.name(ana): kept], "\(said)")
            }
        }
    }

    /// 001-31
    @Test("001-10: a device that proves its key is recognised, and omitted values stay; a public key is not a proof")
    func matching() async throws {
        try await TestApp.run(configure: { $0.publicURL = SigningDevice.origin }) { app in
            let key = TestKeys.rsa()
            let first = try await app.signIn("ana@example.net", publicKey: key, deviceName: "laptop")
            let one = try await SigningDevice(first, publicKey: key, in: app)
            let challenge: SignInChallenge = try await app.call(.signInChallenge).value()
            let two = try await app.signIn(
                "ana@example.net", publicKey: key, deviceName: "", proof: one.proof(challenge.challenge, app).text)
            #expect(one.person.device == two.device)
            let devices = try await app.call(.devices, as: two).value(DevicesResponse.self).devices
            #expect(devices.map(\.deviceName) == ["laptop"])
            let three = try await app.signIn("ana@example.net", publicKey: key)
            let bob = try await app.signIn("bob@example.net", publicKey: key)
            #expect(Set([one.person, three, bob].map(\.device)).count == 3)
        }
    }

    @Test("logging out ends the device everywhere, and no other")
    func logout() async throws {
        try await TestApp.run { app in
            let one = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            let two = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            let answer = try await app.call(.logout, as: one)
            #expect(answer.status == 200 && answer.text == "\"ok\"")
            try await app.call(.user, as: one).expect(.deviceNotRegistered)
            try await app.call(.logout, as: one).expect(.deviceNotRegistered)
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: one.refreshToken))
                .expect(.refreshTokenExpired)
            #expect(app.signals.disconnected == [one.identity] && app.signals.removed == [one.identity])
            #expect(try await Self.keys(app, [one.id], as: two).keys.sorted() == [Self.name(two)])
        }
    }

    @Test("no text of a device's description can contain NUL, which not every database stores")
    func refusesNUL() async throws {
        let texts: [WritableKeyPath<DevicePayload, String?>] = [
            \.voipToken, \.apnsToken, \.deviceName, \.systemName, \.systemVersion, \.identifier,
        ]
        for text in texts {
            var payload = DevicePayload()
            payload[keyPath: text] = "before after"
            #expect(throws: Never.self) { try DeviceDetails(payload) }
            payload[keyPath: text] = "before\u{0}after"
            let failure = #expect(throws: APIFailure.self) { try DeviceDetails(payload) }
            #expect(failure?.code == .registerDeviceFailed && failure?.status == .badRequest)
        }
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            try await app.call(.registerDevice, RegisterDeviceRequest(apnsToken: "a\u{0}"), as: ana)
                .expect(.registerDeviceFailed)
            try await app.call(.updateUser, UpdateUserRequest(voipToken: "a\u{0}"), as: ana)
                .expect(.registerDeviceFailed)
        }
    }

    /// 001-10, 001-11, 001-31
    @Test("registering replaces the key, whose hash must match")
    func registering() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            let key = TestKeys.rsa()
            try await app.call(
                .registerDevice, RegisterDeviceRequest(publicKey: key, publicKeyHash: HexDigest.sha256("other")),
                as: ana
            ).expect(.registerDeviceFailed)
            try await app.call(.registerDevice, RegisterDeviceRequest(publicKeyHash: HexDigest.sha256("x")), as: ana)
                .expect(.registerDeviceFailed)
            let answer = try await app.call(
                .registerDevice, RegisterDeviceRequest(publicKey: key, publicKeyHash: HexDigest.sha256(key)), as: ana)
            #expect(answer.status == 200 && answer.text == #"{"status":"ok"}"#)
            #expect(try await Self.keys(app, [ana.id], as: ana) == [Self.name(ana): key])
            // Empty and omitted members change nothing.
            try await app.call(.registerDevice, RegisterDeviceRequest(voipToken: "", publicKey: ""), as: ana).expectOK()
            #expect(try await Self.keys(app, [ana.id], as: ana) == [Self.name(ana): key])
            // The key is public, so another device may register it, too.
            let other = try await app.signIn("ana@example.net")
            try await app.call(.registerDevice, RegisterDeviceRequest(publicKey: key), as: other).expectOK()
        }
    }

    /// 000-32, 001-36
    @Test(
        "keys are visible to friends, to people their owner has asked, and to oneself; strangers look like unused numbers"
    )
    func whoSeesKeys() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            let bob = try await app.signIn("bob@example.net", publicKey: TestKeys.rsa())
            let noKey = try await app.signIn("bob@example.net")
            let both = [ana.id, bob.id, 12_345] as [UserID]
            #expect(try await Self.keys(app, both, as: ana).keys.sorted() == [Self.name(ana)])
            #expect(try await Self.keys(app, both, as: bob).keys.sorted() == [Self.name(bob)])
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana).expectOK()
            let names = [Self.name(ana), Self.name(bob)].sorted()
            #expect(try await Self.keys(app, both + both, as: ana).keys.sorted() == [Self.name(ana)])
            #expect(try await Self.keys(app, both, as: noKey).keys.sorted() == names)
            try await app.call(.declineFriendRequest, FriendRequestTarget(targetUserId: ana.id), as: bob).expectOK()
            #expect(try await Self.keys(app, both, as: ana).keys.sorted() == [Self.name(ana)])
            try await app.befriend(ana, bob)
            #expect(try await Self.keys(app, both, as: bob).keys.sorted() == names)
        }
    }

    @Test("in a common call only the participating device is named")
    func keysInACall() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            let laptop = try await app.signIn("bob@example.net", publicKey: TestKeys.p256())
            let phone = try await app.signIn("bob@example.net", publicKey: TestKeys.p256())
            app.signals.share(phone.id, on: phone.device)
            #expect(try await Self.keys(app, [laptop.id], as: ana).keys.sorted() == [Self.name(phone)])
        }
    }

    @Test("keys can be requested by GET, under both paths, and for at most a hundred users")
    func forms() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            let token = ana.accessToken
            for path in ["/app/api/user/publicKeys", "/user/publicKey", "/api/user/publicKeys"] {
                let answer = try await app.send(.get, path + "?userIds=\(ana.id),7", token: token)
                #expect(try answer.value(PublicKeysResponse.self).publicKeys.count == 1)
            }
            try await app.send(.get, "/user/publicKeys?userIds=1,x", token: token).expect(.badRequest)
            try await app.send(.get, "/user/publicKeys?userIds=1").expect(.accessTokenExpired)
            let one: PublicKeysResponse = try await app.call(
                .publicKeysByQuery, token: token, query: "?userIds=\(ana.id)"
            ).value()
            #expect(one.publicKeys.count == 1)
            let empty = try await app.send(.get, "/user/publicKeys", token: token).value(PublicKeysResponse.self)
            #expect(empty.publicKeys.isEmpty)
            let many = (1...101).map { UserID(UInt64($0)) }
            #expect(try await Self.keys(app, Array(many.prefix(100)), as: ana).isEmpty)
            try await app.call(.publicKeys, PublicKeysRequest(userIds: many), as: ana).expect(.getPublicKeysFailed)
        }
    }

    @Test("keys of either kind are accepted")
    func goodKeys() {
        for key in [TestKeys.p256(), TestKeys.rsa(), TestKeys.rsa(bits: 3072), TestKeys.rsa(bits: 4096)] {
            #expect(PublicKeyText(key)?.text == key)
        }
    }

    @Test("a malformed key is refused")
    func badKeys() {
        let rsa = Data(base64Encoded: TestKeys.rsa()) ?? Data()
        let candidates: [Data] = [
            Data(), Data(count: 64), Data(count: 65), Data(repeating: 0xFF, count: 64), rsa.dropLast(), rsa + [0],
            Data(base64Encoded: TestKeys.rsa(bits: 1024)) ?? Data(), Data([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]),
            Data([0x30, 0x80]), Data([0x30, 0x82, 0xFF, 0xFF]), Data([0x30, 0x00]), Data([0x30]),
        ]
        for bytes in candidates { #expect(PublicKeyText(bytes.base64EncodedString()) == nil) }
        for text in ["not base64!", " " + TestKeys.p256(), TestKeys.p256() + "\n", String(repeating: "A", count: 4096)]
        {
            #expect(PublicKeyText(text) == nil)
        }
        #expect(PublicKeyText(TestKeys.rsa(bits: 8192)) == nil)
    }

    @Test("no truncated key is accepted or crashes")
    func cutKeys() {
        let rsa = Data(base64Encoded: TestKeys.rsa()) ?? Data()
        for length in 0..<rsa.count { #expect(PublicKeyText(rsa.prefix(length).base64EncodedString()) == nil) }
    }
}
