import ECallSecurity
import Foundation
import TestSupport
import Testing

@Suite("Proofs at sign-in", .timeLimit(.minutes(1)))
struct SignInProofTests {
    private struct Vectors: Decodable {
        struct Made: Decodable {
            let origin: String
            let account: UInt64
            let challenge: String
            let issuedAt: UInt64
            let identity: String
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
        let seed: String
        let sign: String
        let rsa: String
        let made: [Made]
        let read: [Read]
        let refused: [Refused]
    }

    private static func vectors() throws -> Vectors {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors/sign-in-proof.json")
        return try JSONDecoder().decode(Vectors.self, from: try Data(contentsOf: url))
    }

    private static func bytes(_ text: String) throws -> [UInt8] {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
        return try [UInt8](#require(Data(base64Encoded: plain + padding)))
    }

    private static func pair(_ vectors: Vectors) throws -> SigningKeyPair {
        let seed = try bytes(vectors.seed).withUnsafeBytes { SecretBytes(copying: $0) }
        let pair = try #require(SigningKeyPair(seed: seed))
        #expect(pair.publicKey.text == vectors.sign)
        return pair
    }

    @Test("proofs are signed as in the vectors, byte for byte")
    func makes() throws {
        let vectors = try Self.vectors()
        let pair = try Self.pair(vectors)
        for vector in vectors.made {
            let proof = try SignInProof.make(
                vector.challenge, origin: vector.origin, identity: SignedIdentity(verifying: vector.identity),
                issuedAt: vector.issuedAt, signingKey: pair)
            #expect(proof.text == vector.proof)
            #expect(proof.origin == vector.origin && proof.account == vector.account)
            #expect(proof.challenge == vector.challenge && proof.issuedAt == vector.issuedAt)
            #expect(try proof.rsa == Self.bytes(vectors.rsa))
            #expect(proof.isSigned(by: pair.publicKey))
        }
    }

    @Test("proofs are read, and refused, as in the vectors")
    func reads() throws {
        let vectors = try Self.vectors()
        let key = try Self.pair(vectors).publicKey
        for vector in vectors.read {
            let proof = try SignInProof(text: vector.proof)
            #expect(proof.account == 1 && proof.isSigned(by: key) == vector.isOwn, "\(vector.what)")
        }
        for vector in vectors.refused {
            #expect(throws: SignedObjectError.malformed, "\(vector.what)") { try SignInProof(text: vector.proof) }
        }
    }

    @Test(
        "an origin or a challenge cannot end its member and begin another one",
        arguments: [
            (#"https://a","account":2,"b":""#, "x"), ("https://a", #"x"y"#), ("https://a", #"x\"#), ("https://ü", "x"),
            ("https://a", " "),
        ])
    func injection(origin: String, challenge: String) throws {
        let vectors = try Self.vectors()
        let (pair, identity) = (try Self.pair(vectors), try SignedIdentity(verifying: vectors.made[0].identity))
        #expect(throws: SignedObjectError.malformed) {
            try SignInProof.make(challenge, origin: origin, identity: identity, issuedAt: 1, signingKey: pair)
        }
    }
}
