import ECallAPI
import Foundation
import Testing

/// The page runs the same vectors (Tests/WebTests/public-key-texts.test.mjs), and so do a client's keys (DeviceKeyTextTests).
@Suite("Public keys as text", .timeLimit(.minutes(1)))
struct PublicKeyTextTests {
    private struct Vectors: Decodable {
        struct Key: Decodable {
            let name, text, kind: String
        }
        struct Refused: Decodable {
            let name, text: String
        }
        struct Spelling: Decodable {
            let name, text, canonical: String
        }
        let keys: [Key]
        let refused: [Refused]
        let spellings: [Spelling]
    }

    private let vectors: Vectors

    init() throws { vectors = try JSONDecoder().decode(Vectors.self, from: Vector.data("public-key-texts.json")) }

    @Test("a text in the form of a key is read with its kind")
    func wellFormed() {
        for row in vectors.keys {
            let key = PublicKeyText(wellFormed: row.text)
            #expect(key?.text == row.text && key.map { Base64.encode($0.bytes) } == row.text, "\(row.name)")
            #expect(key.map { "\($0.kind)" } == row.kind, "\(row.name)")
        }
    }

    @Test("a text that is not a key, or a second spelling of one, is refused")
    func refused() {
        for row in vectors.refused { #expect(PublicKeyText(wellFormed: row.text) == nil, "\(row.name)") }
        for row in vectors.spellings {
            #expect(PublicKeyText(wellFormed: row.text) == nil, "\(row.name)")
            #expect(PublicKeyText(wellFormed: row.canonical) != nil, "\(row.name)")
        }
    }
}
