import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// Who: someone with an access token of the owner's device.
/// With: `register_device`.
/// Gets: another key where contacts, and the next sign-in, look for the device's own (before) → 400 (now).
@Suite("Key changes of a signed-in device", .timeLimit(.minutes(1)))
struct KeyChangeTests {
    private static func run(_ body: @escaping @Sendable (TestApp, SigningDevice) async throws -> Void) async throws {
        try await TestApp.run { app in
            let key = TestKeys.rsa()
            let person = try await app.signIn("ana@example.net", publicKey: key)
            try await body(app, try await SigningDevice(person, publicKey: key, in: app))
        }
    }

    private static func registered(
        _ device: SigningDevice, _ app: TestApp
    ) async throws -> (key: String?, identity: String?) {
        let keys: PublicKeysResponse = try await app.call(
            .publicKeys, PublicKeysRequest(userIds: [device.person.id]), as: device.person
        ).value()
        return (keys.publicKeys[device.address], keys.identities?[device.address])
    }

    @Test("a signature by its signing key and a higher serial change the keys, and a repetition changes nothing")
    func changes() async throws {
        try await Self.run { app, device in
            let key = TestKeys.rsa()
            let next = try SigningDevice.identity(of: device.person, serial: 2, publicKey: key, key: device.key)
            for _ in 0..<2 {
                try await app.call(
                    .registerDevice, RegisterDeviceRequest(publicKey: key, identity: next), as: device.person
                ).expectOK()
                #expect(try await Self.registered(device, app) == (key, next))
            }
            // Other values can change without it.
            try await app.call(
                .registerDevice, RegisterDeviceRequest(publicKey: key, videoCodecs: ["vp8"]), as: device.person
            ).expectOK()
        }
    }

    @Test("a change of keys without a valid next identity is refused")
    func refuses() async throws {
        try await Self.run { app, device in
            let (key, other, stranger) = (device.publicKey, TestKeys.rsa(), Curve25519.Signing.PrivateKey())
            let person = device.person
            func identity(
                _ serial: Int, _ publicKey: String, _ signing: Curve25519.Signing.PrivateKey? = nil,
                address: String? = nil, type: String = "ecall-identity"
            ) throws -> String {
                try SigningDevice.identity(
                    of: person, serial: serial, publicKey: publicKey, key: signing ?? device.key, address: address,
                    type: type)
            }
            var forged = try identity(2, key).split(separator: ".").map(String.init)
            forged[2] = Base64URL.encode(Data(count: 64))
            let bad: [(key: String?, identity: String?)] = [
                (other, nil), (TestKeys.p256(), nil), (nil, try identity(2, key, stranger)),
                (other, try identity(2, other, stranger)), (other, try identity(1, other)), (nil, try identity(0, key)),
                (nil, try identity(2, other)), (other, try identity(2, key)), (other, device.identity),
                (nil, try identity(2, key, address: "\(person.id)_12345")),
                (nil, try identity(2, key, type: "ecall-vouch")), (nil, forged.joined(separator: ".")),
                (TestKeys.p256(), try identity(2, key)),
            ]
            for one in bad {
                try await app.call(
                    .registerDevice, RegisterDeviceRequest(publicKey: one.key, identity: one.identity), as: person
                ).expect(.registerDeviceFailed)
                #expect(try await Self.registered(device, app) == (key, device.identity))
            }
        }
    }

    @Test(
        "an identity names the device's RSA key; without an identity a key changes freely, and may be another device's")
    func withoutIdentity() async throws {
        try await Self.run { app, device in
            let stock = try await app.signIn("ana@example.net", publicKey: TestKeys.p256())
            let signing = Curve25519.Signing.PrivateKey()
            let identity = try SigningDevice.identity(of: stock, publicKey: device.publicKey, key: signing)
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: identity), as: stock)
                .expect(.registerDeviceFailed)
            for key in [TestKeys.p256(), device.publicKey] {
                try await app.call(.registerDevice, RegisterDeviceRequest(publicKey: key), as: stock).expectOK()
            }
            try await app.call(.registerDevice, RegisterDeviceRequest(identity: identity), as: stock).expectOK()
        }
    }

    @Test("an invalid identity stored by an earlier server does not protect the key", arguments: ["", "e30.e30.e30"])
    func earlierIdentity(stored: String) async throws {
        try await TestApp.run { app in
            let key = TestKeys.rsa()
            let person = try await app.signIn("ana@example.net", publicKey: key)
            _ = try await SQLiteDatabase(path: app.dataDirectory + "/ecall.sqlite").write { sql in
                try sql.execute("UPDATE devices SET identity = :text", ["text": .text(stored)])
            }
            _ = try await SigningDevice(person, publicKey: key, in: app)
        }
    }
}
