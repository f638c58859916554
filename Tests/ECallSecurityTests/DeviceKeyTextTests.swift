import ECallSecurity
import Foundation
import Testing

/// The keys that a client accepts among the strings that `PublicKeyText` describes.
@Suite("Public keys of devices as text", .timeLimit(.minutes(1)))
struct DeviceKeyTextTests {
    private struct Vectors: Decodable {
        struct Key: Decodable {
            let name, text, kind: String
            let isUsable: Bool
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

    init() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/public-key-texts.json")
            .standardizedFileURL
        vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }

    @Test("usable keys are accepted and travel unchanged")
    func usable() throws {
        for row in vectors.keys {
            if row.isUsable {
                let key = try DevicePublicKey(importing: row.text)
                #expect(key.text == row.text && key.isRSA == (row.kind == "rsa"), "\(row.name)")
            } else {
                #expect(throws: DeviceKeyError.self, "\(row.name)") { try DevicePublicKey(importing: row.text) }
            }
        }
    }

    @Test("a text that is not a key is refused")
    func refused() {
        for row in vectors.refused {
            #expect(throws: DeviceKeyError.self, "\(row.name)") { try DevicePublicKey(importing: row.text) }
        }
    }

    @Test("however a key is pasted, one text travels")
    func spellings() throws {
        for row in vectors.spellings {
            #expect(try DevicePublicKey(importing: row.text).text == row.canonical, "\(row.name)")
        }
    }
}
