import ECallAPI
import Foundation
import Testing

/// The page runs the same vectors (Tests/WebTests/pasted-codes.test.mjs).
@Suite("Pasted codes", .timeLimit(.minutes(1)))
struct PastedCodeTests {
    private struct Vectors: Decodable { let codes: [Row] }
    private struct Row: Decodable {
        let text: String
        let code: String?
    }

    @Test("the one code in a text is found, in the digits of every script")
    func vectors() throws {
        let rows = try JSONDecoder().decode(Vectors.self, from: Vector.data("pasted-codes.json")).codes
        #expect(rows.count > 100)
        for row in rows { #expect(PastedCode.digits(in: row.text) == row.code, "\(row.text.debugDescription)") }
    }

    @Test("only a code of the expected length counts")
    func lengths() {
        #expect(PastedCode.digits(in: "Your code is 1234 5678.", lengths: [8]) == "12345678")
        #expect(PastedCode.digits(in: "123456", lengths: [8]) == nil)
        #expect(PastedCode.digits(in: "1234 567890", lengths: [6]) == "567890")
    }
}
