import ECallAPI
import Foundation
import Testing

/// The page runs the same vectors (Tests/WebTests/identifiers.test.mjs).
@Suite("E-mail addresses", .timeLimit(.minutes(1)))
struct EmailAddressTests {
    private struct Vectors: Decodable { let addresses: [Row] }
    private struct Row: Decodable {
        let text: String
        let email, problem: String?
    }

    @Test("an address is read as it is copied, with its domain in ASCII, or refused with the reason")
    func vectors() throws {
        let rows = try JSONDecoder().decode(Vectors.self, from: Vector.data("addresses.json")).addresses
        #expect(rows.count > 80)
        for row in rows {
            do throws(EmailAddress.Problem) {
                #expect(try EmailAddress.read(row.text).text == row.email, "\(row.text.debugDescription)")
            } catch {
                #expect("\(error)" == row.problem, "\(row.text.debugDescription)")
            }
        }
    }
}
