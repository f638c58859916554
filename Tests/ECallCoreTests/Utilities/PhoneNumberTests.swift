import ECallAPI
import ECallCore
import Foundation
import Testing

@Suite("Phone numbers", .timeLimit(.minutes(1)))
struct PhoneNumberTests {
    private struct Vectors: Decodable {
        struct Shown: Decodable {
            let number, text: String
        }
        let formatted: [Shown]
    }

    private let vectors: Vectors

    init() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../Vectors/phone-numbers.json")
            .standardizedFileURL
        vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }

    @Test("003-28: numbers are shown in groups, and read back from them")
    func formatted() {
        #expect(vectors.formatted.count > 15)
        for row in vectors.formatted {
            #expect(PhoneNumber.formatted(row.number) == row.text, "\(row.number)")
            if let number = try? DialledNumber.read(row.number) {
                #expect((try? DialledNumber.read(row.text)) == number, "\(row.text)")
            }
        }
    }
}
