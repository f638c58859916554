import Crypto
import CryptoExtras
import ECallAPI
import Foundation

@testable import OpenIDConnect

struct TestSigner: Sendable {
    enum Key: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
    }

    let id: String
    let key: Key

    /// Two for all tests, since making RSA keys takes long.
    static let rsa = Result { Self(id: "rsa-1", key: .rsa(try .init(keySize: .bits2048))) }
    static let otherRSA = Result { Self(id: "rsa-2", key: .rsa(try .init(keySize: .bits2048))) }
    static func p256(_ id: String = "ec-1") -> Self { Self(id: id, key: .p256(.init())) }

    var algorithm: String {
        switch key {
        case .rsa: "RS256"
        case .p256: "ES256"
        }
    }

    /// A member of a key set; `changes` replace members, and nil removes one.
    func jwk(_ changes: [String: String?] = [:]) throws -> [String: String] {
        var members = ["kid": id, "use": "sig", "alg": algorithm]
        switch key {
        case .rsa(let key):
            let numbers = try key.publicKey.getKeyPrimitives()
            members["kty"] = "RSA"
            members["n"] = Base64URL.encode(numbers.modulus)
            members["e"] = Base64URL.encode(numbers.publicExponent)
        case .p256(let key):
            let point = key.publicKey.rawRepresentation
            members["kty"] = "EC"
            members["crv"] = "P-256"
            members["x"] = Base64URL.encode(point.prefix(32))
            members["y"] = Base64URL.encode(point.suffix(32))
        }
        for (name, value) in changes { members[name] = value }
        return members
    }

    var publicPEM: String {
        switch key {
        case .rsa(let key): key.publicKey.pemRepresentation
        case .p256(let key): key.publicKey.pemRepresentation
        }
    }

    func signature(of message: Data) throws -> Data {
        switch key {
        case .rsa(let key):
            try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation
        case .p256(let key): try key.signature(for: message).rawRepresentation
        }
    }

    /// A token with this header and these claims, both JSON texts.
    func token(header: String, claims: String) throws -> String {
        let input = Base64URL.encode(Data(header.utf8)) + "." + Base64URL.encode(Data(claims.utf8))
        return try input + "." + Base64URL.encode(signature(of: Data(input.utf8)))
    }

    /// A token as made by an issuer; `header` adds members to the usual ones, and NSNull removes one.
    func token(_ claims: [String: Any], header: [String: Any] = [:]) throws -> String {
        var members: [String: Any] = ["alg": algorithm, "kid": id, "typ": "JWT"]
        for (name, value) in header { members[name] = value is NSNull ? nil : value }
        return try token(header: Self.json(members), claims: Self.json(claims))
    }

    static func json(_ members: [String: Any]) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: members.filter { !($0.value is NSNull) }),
            as: UTF8.self)
    }

    static func keySet(_ keys: [[String: String]]) throws -> Data {
        try JSONSerialization.data(withJSONObject: ["keys": keys])
    }
}
