import ECallAPI
import ECallCore
import Foundation
import Testing

@Suite("Phone numbers", .timeLimit(.minutes(1)))
struct PhoneNumberTests {
    private struct Vectors: Decodable {
        struct Typed: Decodable {
            let text: String
            let callingCode, number: String?
        }
        struct Shown: Decodable {
            let number, text: String
        }
        let dialled: [Typed]
        let formatted: [Shown]
    }

    private let vectors: Vectors

    init() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../Vectors/phone-numbers.json")
            .standardizedFileURL
        vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }

    @Test("003-28: dialed numbers become + and digits, or nothing")
    func dialled() {
        #expect(vectors.dialled.count > 20)
        for row in vectors.dialled {
            #expect(PhoneNumber.international(row.text, callingCode: row.callingCode) == row.number, "\(row.text)")
        }
    }

    @Test("003-28: numbers are shown in groups, and read back from them")
    func formatted() {
        #expect(vectors.formatted.count > 15)
        for row in vectors.formatted {
            #expect(PhoneNumber.formatted(row.number) == row.text, "\(row.number)")
            if LoginIdentifier(phoneNumber: row.number) != nil {
                #expect(PhoneNumber.international(row.text, callingCode: nil) == row.number, "\(row.text)")
            }
        }
    }
}
