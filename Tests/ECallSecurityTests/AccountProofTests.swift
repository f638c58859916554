import ECallSecurity
import Foundation
import TestSupport
import Testing

@Suite("Proofs for changes of an account", .timeLimit(.minutes(1)))
struct AccountProofTests {
    private struct Keys: Decodable {
        struct Made: Decodable { let identity: String }
        let seed: String
        let sign: String
        let made: [Made]
    }

    private struct Vectors: Decodable {
        struct Made: Decodable {
            let origin: String
            let account: UInt64
            let challenge: String
            let purpose: String
            let issuedAt: UInt64
            let proof: String
        }
        struct Read: Decodable {
            let what: String
            let proof: String
            let isOwn: Bool
        }
        struct Refused: Decodable {
            let what: String
            let proof: String
        }
        let made: [Made]
        let read: [Read]
        let refused: [Refused]
    }

    private static func read<Value: Decodable>(_ name: String) throws -> Value {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors/\(name).json")
        return try JSONDecoder().decode(Value.self, from: try Data(contentsOf: url))
    }

    private static func keys() throws -> (pair: SigningKeyPair, identity: SignedIdentity) {
        let keys: Keys = try read("sign-in-proof")
        let plain = keys.seed.replacing("-", with: "+").replacing("_", with: "/")
        let seed = try #require(Data(base64Encoded: plain + "="))
        let pair = try #require(SigningKeyPair(seed: seed.withUnsafeBytes { SecretBytes(copying: $0) }))
        #expect(pair.publicKey.text == keys.sign)
        return (pair, try SignedIdentity(verifying: keys.made[0].identity))
    }

    @Test("proofs are signed as in the vectors, byte for byte")
    func makes() throws {
        let vectors: Vectors = try Self.read("account-proof")
        let (pair, identity) = try Self.keys()
        for vector in vectors.made {
            let proof = try AccountProof.make(
                vector.challenge, purpose: vector.purpose, origin: vector.origin, identity: identity,
                issuedAt: vector.issuedAt, signingKey: pair)
            #expect(proof.text == vector.proof)
            #expect(proof.origin == vector.origin && proof.account == vector.account)
            #expect(proof.challenge == vector.challenge && proof.purpose == vector.purpose)
            #expect(proof.issuedAt == vector.issuedAt && proof.isSigned(by: pair.publicKey))
        }
    }

    @Test("proofs are read, and refused, as in the vectors")
    func reads() throws {
        let vectors: Vectors = try Self.read("account-proof")
        let key = try Self.keys().pair.publicKey
        for vector in vectors.read {
            #expect(try AccountProof(text: vector.proof).isSigned(by: key) == vector.isOwn, "\(vector.what)")
        }
        for vector in vectors.refused {
            #expect(throws: SignedObjectError.malformed, "\(vector.what)") { try AccountProof(text: vector.proof) }
        }
    }

    @Test(
        "an origin, a challenge or a purpose cannot end its member and begin another one",
        arguments: [
            (#"https://a","account":2,"b":""#, "x", "delete-account"), ("https://a", #"x"y"#, "delete-account"),
            ("https://a", "x", #"export-account","purpose":"delete-account"#), ("https://a", "x", #"x\"#),
            ("https://a", "x", "ü"),
        ])
    func injection(origin: String, challenge: String, purpose: String) throws {
        let (pair, identity) = try Self.keys()
        #expect(throws: SignedObjectError.malformed) {
            try AccountProof.make(
                challenge, purpose: purpose, origin: origin, identity: identity, issuedAt: 1, signingKey: pair)
        }
    }
}
