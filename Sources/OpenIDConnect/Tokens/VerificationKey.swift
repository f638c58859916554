import ECallAPI
package import Foundation
import JWTKit

/// A public key of an issuer: checks signatures of one algorithm and no other.
package struct VerificationKey: Sendable {
    /// A key is asked for by both: a token cannot have its signature checked by another algorithm than the key's.
    package struct Name: Hashable, Sendable {
        package let id: String
        package let algorithm: String

        package init(id: String, algorithm: String) {
            self.id = id
            self.algorithm = algorithm
        }
    }

    package let name: Name
    private let algorithm: any JWTAlgorithm

    package func verifies(_ signature: Data, of message: Data) -> Bool {
        (try? algorithm.verify(signature, signs: message)) ?? false
    }

    /// Reads a member of a key set; nil for a key of another kind or purpose, or too weak a one.
    fileprivate init?(_ record: KeySet.Record) async {
        guard let id = record.kid, !id.isEmpty, record.use == nil || record.use == "sig" else { return nil }
        let key: JWK
        switch (record.kty, record.alg ?? record.usualAlgorithm) {
        case ("RSA", "RS256"):
            guard let modulus = record.n, let exponent = record.e, Self.isStrong(modulus, exponent) else { return nil }
            key = .rsa(.rs256, identifier: JWKIdentifier(string: id), modulus: modulus, exponent: exponent)
            name = Name(id: id, algorithm: "RS256")
        case ("EC", "ES256"):
            guard record.crv == "P-256", let x = record.x, let y = record.y, Base64URL.decode(x)?.count == 32,
                Base64URL.decode(y)?.count == 32
            else { return nil }
            key = .ecdsa(.es256, identifier: JWKIdentifier(string: id), x: x, y: y, curve: .p256)
            name = Name(id: id, algorithm: "ES256")
        default: return nil
        }
        // A collection of its own for each key: what is not in it cannot be picked.
        let collection = JWTKeyCollection()
        guard (try? await collection.add(jwk: key)) != nil, let found = try? await collection.getKey() else {
            return nil
        }
        algorithm = found
    }

    /// 2048 to 8192 bits; larger ones are there to keep the server busy.
    private static func isStrong(_ modulus: String, _ exponent: String) -> Bool {
        guard let number = Base64URL.decode(modulus), let power = Base64URL.decode(exponent) else { return false }
        let bytes = number.drop { $0 == 0 }
        return (256...1024).contains(bytes.count) && (bytes.first ?? 0) >= (bytes.count == 256 ? 0x80 : 1)
            && (1...8).contains(power.count) && (power.last ?? 0) & 1 == 1 && power != Data([1])
    }
}

/// The keys of an issuer (RFC 7517 section 5).
package struct KeySet: Sendable {
    private let keys: [VerificationKey.Name: VerificationKey]

    package subscript(name: VerificationKey.Name) -> VerificationKey? { keys[name] }

    fileprivate struct Record: Decodable {
        let kty: String
        let kid: String?
        let alg: String?
        let use: String?
        let n: String?
        let e: String?
        let crv: String?
        let x: String?
        let y: String?

        var usualAlgorithm: String { kty == "RSA" ? "RS256" : kty == "EC" ? "ES256" : "" }
    }

    /// More are there to keep the server busy.
    private static let most = 64

    /// Members of unknown kinds are left out (RFC 7517 section 5); nil where nothing is left.
    package init?(json: Data) async {
        struct Lenient: Decodable {
            let record: Record?
            init(from decoder: any Decoder) { record = try? Record(from: decoder) }
        }
        struct Document: Decodable { let keys: [Lenient] }
        guard let document = try? JSONDecoder().decode(Document.self, from: json), document.keys.count <= Self.most
        else {
            return nil
        }
        var keys: [VerificationKey.Name: VerificationKey] = [:]
        for record in document.keys.compactMap(\.record) {
            guard let key = await VerificationKey(record) else { continue }
            keys[key.name] = key
        }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }
}
