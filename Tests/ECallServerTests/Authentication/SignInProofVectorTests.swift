import ECallAPI
import Foundation
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Sign-in proofs as the server parses them", .timeLimit(.minutes(1)))
struct SignInProofVectorTests {
    private struct Vectors: Decodable {
        struct Made: Decodable {
            let origin: String
            let account: UInt64
            let challenge: String
            let issuedAt: Int64
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
        let rsa: String
        let made: [Made]
        let read: [Read]
        let refused: [Refused]
    }

    private static func vectors() throws -> Vectors {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Vectors/sign-in-proof.json")
        return try JSONDecoder().decode(Vectors.self, from: try Data(contentsOf: url))
    }

    private static func identity(_ text: String) throws -> RegisteredIdentity {
        let signed = try #require(SignedText(text))
        return try #require(RegisteredIdentity(verifying: signed))
    }

    private static func proof(_ text: String) throws -> SignInProof {
        let signed = try #require(SignedText(text))
        return try #require(SignInProof(signed))
    }

    @Test("proofs signed by clients are parsed byte for byte, and verify with the identity's key")
    func made() throws {
        let vectors = try Self.vectors()
        for vector in vectors.made {
            let proof = try Self.proof(vector.proof)
            #expect(proof.origin == vector.origin && proof.account == UserID(vector.account))
            #expect(proof.challenge == vector.challenge && proof.issuedAt.milliseconds == vector.issuedAt)
            #expect(proof.rsa == Base64URL.decode(vectors.rsa))
            #expect(proof.isSigned(by: try Self.identity(vector.identity)))
        }
    }

    @Test("proofs are accepted and refused as in the vectors")
    func reads() throws {
        let vectors = try Self.vectors()
        let identity = try Self.identity(vectors.made[0].identity)
        for vector in vectors.read {
            let proof = try Self.proof(vector.proof)
            #expect(proof.account == UserID(1) && proof.isSigned(by: identity) == vector.isOwn, "\(vector.what)")
        }
        #expect(!vectors.refused.isEmpty)
        for vector in vectors.refused {
            #expect(SignedText(vector.proof).flatMap(SignInProof.init) == nil, "\(vector.what)")
        }
    }
}
