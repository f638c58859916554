import Crypto
import ECallAPI
import Foundation
import Testing

@testable import ECallServerTestSupport

/// A signed-in device with an identity that it has registered, and what it signs (e2ee 1).
struct SigningDevice: Sendable {
    let person: Person
    let identity: String
    private let key = Curve25519.Signing.PrivateKey()

    var address: String { DeviceKey(user: person.id, device: person.device).description }
    var sign: String { Base64URL.encode(key.publicKey.rawRepresentation) }

    init(_ person: Person, in app: TestApp) async throws {
        self.person = person
        let address = DeviceKey(user: person.id, device: person.device).description
        let sign = Base64URL.encode(key.publicKey.rawRepresentation)
        identity = try Self.signed(
            "ecall-identity", #"{"v":2,"address":"\#(address)","serial":1,"rsa":"AA","sign":"\#(sign)","createdAt":1}"#,
            key)
        try await app.call(.registerDevice, RegisterDeviceRequest(identity: identity), as: person).expectOK()
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

    private static func signed(
        _ type: String, _ payload: String, _ key: Curve25519.Signing.PrivateKey
    ) throws -> String {
        let text = [#"{"alg":"Ed25519","typ":"\#(type)"}"#, payload].map { Base64URL.encode(Data($0.utf8)) }
            .joined(separator: ".")
        return text + "." + Base64URL.encode(try key.signature(for: Data(text.utf8)))
    }
}
