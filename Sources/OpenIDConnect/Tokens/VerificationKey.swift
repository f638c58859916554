import ECallAPI
package import Foundation
import JWTKit

/// An issuer's public key: verifies signatures of one algorithm and no other.
package struct VerificationKey: Sendable {
    /// Keys are looked up by id and algorithm, so that a token cannot select an algorithm other than the key's.
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

    /// Parses a member of a key set; returns nil for a key of another kind or purpose, or a weak one.
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
        // A separate collection per key, so that no other key can be picked.
        let collection = JWTKeyCollection()
        guard (try? await collection.add(jwk: key)) != nil, let found = try? await collection.getKey() else {
            return nil
        }
        algorithm = found
    }

    /// 2048 to 8192 bits; larger ones would only keep the server busy.
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

    /// More keys would only keep the server busy.
    private static let most = 64

    /// Ignores members of unknown kinds (RFC 7517 section 5); returns nil if none is left.
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
