import Crypto
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServerTestSupport

/// A signed-in device with a registered identity, and its signed texts (e2ee 1).
struct SigningDevice: Sendable {
    /// The content of a sign-in proof, and its signing key.
    struct Proof: Sendable {
        var type = "ecall-signin"
        var origin = SigningDevice.origin
        var account: UserID
        var challenge: String
        var rsa: String
        var issuedAt: Int64
        var key: Curve25519.Signing.PrivateKey

        var text: String {
            get throws {
                try SigningDevice.signed(
                    type,
                    #"{"origin":"\#(origin)","account":\#(account),"challenge":"\#(challenge)","#
                        + #""rsa":"\#(rsa)","issuedAt":\#(issuedAt)}"#, key)
            }
        }
    }

    static let origin = "https://calls.example.net"

    let person: Person
    let identity: String
    /// As sent over the wire: base64 of PKCS#1 DER.
    let publicKey: String
    let key: Curve25519.Signing.PrivateKey

    var address: String { Self.address(of: person) }
    var sign: String { Self.sign(of: key) }

    /// - Parameters:
    ///   - publicKey: the device's key; nil generates one.
    ///   - key: the signing key; nil generates one.
    init(
        _ person: Person, publicKey: String? = nil, key: Curve25519.Signing.PrivateKey? = nil, in app: TestApp
    ) async throws {
        (self.person, self.publicKey) = (person, publicKey ?? TestKeys.rsa())
        self.key = key ?? Curve25519.Signing.PrivateKey()
        identity = try Self.identity(of: person, publicKey: self.publicKey, key: self.key)
        try await app.call(
            .registerDevice, RegisterDeviceRequest(publicKey: self.publicKey, identity: identity), as: person
        ).expectOK()
    }

    /// An identity for a person's device.
    static func identity(
        of person: Person, serial: Int = 1, publicKey: String, key: Curve25519.Signing.PrivateKey,
        address: String? = nil, type: String = "ecall-identity"
    ) throws -> String {
        try signed(
            type,
            #"{"v":2,"address":"\#(address ?? Self.address(of: person))","serial":\#(serial),"#
                + #""rsa":"\#(rsa(publicKey))","sign":"\#(sign(of: key))","createdAt":1}"#, key)
    }

    /// A valid proof by this device.
    func proof(_ challenge: String, _ app: TestApp) -> Proof {
        Proof(
            account: person.id, challenge: challenge, rsa: Self.rsa(publicKey),
            issuedAt: app.clock.now.milliseconds, key: key)
    }

    /// The device's signed request to change its account, with the members as a client would write them.
    func accountProof(
        _ challenge: String, _ purpose: String, _ app: TestApp, type: String = "ecall-change",
        origin: String = Self.origin, account: UserID? = nil, issuedAt: Int64? = nil
    ) throws -> String {
        try sign(
            type,
            #"{"origin":"\#(origin)","account":\#(account ?? person.id),"challenge":"\#(challenge)","#
                + #""purpose":"\#(purpose)","issuedAt":\#(issuedAt ?? app.clock.now.milliseconds)}"#)
    }

    func vouch(_ other: SigningDevice, by address: String? = nil, at time: Int = 0) throws -> String {
        let hash = Base64URL.encode(Data(SHA256.hash(data: Data(other.identity.utf8))))
        return try sign(
            "ecall-vouch", #"{"identity":"\#(hash)","by":"\#(address ?? self.address)","issuedAt":\#(time)}"#)
    }

    /// - Parameter number: stands for a signing key.
    func revoke(_ number: UInt8, by address: String? = nil, padding: Int = 0) throws -> String {
        try revoke(Base64URL.encode(Data(repeating: number, count: 32)), by: address, padding: padding)
    }

    func revoke(_ number: Int) throws -> String { try revoke(UInt8(number)) }
    func revoke(_ other: SigningDevice) throws -> String { try revoke(other.sign, by: nil, padding: 0) }

    private func revoke(_ key: String, by address: String?, padding: Int) throws -> String {
        let rest = padding == 0 ? "" : #","x":"\#(String(repeating: "x", count: padding))""#
        return try sign("ecall-revoke", #"{"sign":"\#(key)","by":"\#(address ?? self.address)","issuedAt":1\#(rest)}"#)
    }

    func sign(_ type: String, _ payload: String) throws -> String { try Self.signed(type, payload, key) }

    static func rsa(_ publicKey: String) -> String { Base64URL.encode(Data(base64Encoded: publicKey) ?? Data()) }

    private static func address(of person: Person) -> String {
        DeviceKey(user: person.id, device: person.device).description
    }

    private static func sign(of key: Curve25519.Signing.PrivateKey) -> String {
        Base64URL.encode(key.publicKey.rawRepresentation)
    }

    fileprivate static func signed(
        _ type: String, _ payload: String, _ key: Curve25519.Signing.PrivateKey
    ) throws -> String {
        let text = [#"{"alg":"Ed25519","typ":"\#(type)"}"#, payload].map { Base64URL.encode(Data($0.utf8)) }
            .joined(separator: ".")
        return text + "." + Base64URL.encode(try key.signature(for: Data(text.utf8)))
    }
}
