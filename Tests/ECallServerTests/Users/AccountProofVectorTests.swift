import ECallAPI
import Foundation
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Proofs for changes of an account as the server parses them", .timeLimit(.minutes(1)))
struct AccountProofVectorTests {
    private struct Vectors: Decodable {
        struct Vector: Decodable {
            var what: String?
            var origin: String?
            var account: UInt64?
            var challenge: String?
            var purpose: String?
            var issuedAt: Int64?
            let proof: String
            var isOwn: Bool?
        }
        let made: [Vector]
        let read: [Vector]
        let refused: [Vector]
    }

    private struct Keys: Decodable {
        struct Made: Decodable { let identity: String }
        let made: [Made]
    }

    private static func read<Value: Decodable>(_ name: String) throws -> Value {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/\(name).json")
        return try JSONDecoder().decode(Value.self, from: try Data(contentsOf: url))
    }

    private static func identity() throws -> RegisteredIdentity {
        let keys: Keys = try read("sign-in-proof")
        let signed = try #require(SignedText(keys.made[0].identity))
        return try #require(RegisteredIdentity(verifying: signed))
    }

    @Test(
        "proofs signed by clients are parsed byte for byte, and verify with the identity's key; other texts are refused"
    )
    func vectors() throws {
        let (vectors, identity): (Vectors, RegisteredIdentity) = (try Self.read("account-proof"), try Self.identity())
        for vector in vectors.made {
            let proof = try #require(AccountProof(vector.proof))
            #expect(proof.origin == vector.origin && proof.account == vector.account.map { UserID($0) })
            #expect(proof.challenge == vector.challenge && proof.purpose == vector.purpose)
            #expect(proof.issuedAt.milliseconds == vector.issuedAt && proof.isSigned(by: identity))
        }
        for vector in vectors.read {
            #expect(try #require(AccountProof(vector.proof)).isSigned(by: identity) == vector.isOwn)
        }
        for vector in vectors.refused { #expect(AccountProof(vector.proof) == nil, "\(vector.what ?? "")") }
    }

    @Test("the name of each change is the clients'")
    func purposes() throws {
        let vectors: Vectors = try Self.read("account-proof")
        let changes: [AccountChange] = [
            .addLoginMethod, .replaceAddress, .makePrimary(LoginMethodID(7)),
            .removeLoginMethod(LoginMethodID(9_007_199_254_740_991)), .deleteAccount, .exportAccount,
        ]
        #expect(vectors.made.map(\.purpose) == changes.map(\.purpose))
    }
}
