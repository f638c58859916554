import ECallAPI
import ECallContacts
import ECallLanguage
import Foundation
import Testing

/// The page runs the same vectors (Tests/WebTests/search-texts.test.mjs).
@Suite("Searches for people", .timeLimit(.minutes(1)))
struct SearchTextTests {
    private struct Vectors: Decodable {
        struct Row: Decodable {
            let text: String
            let email, phoneNumber, publicKeyHash, problem: String?
        }
        let texts: [Row]
    }

    private let rows: [Vectors.Row]

    init() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../Vectors/search-texts.json")
            .standardizedFileURL
        rows = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).texts
    }

    @Test("a typed text is read, or refused with its problem")
    func typed() {
        for row in rows {
            do throws(SearchText.Problem) {
                let request = try SearchText.request(row.text)
                let wanted = SearchRequest(
                    email: row.email, phoneNumber: row.phoneNumber, publicKeyHash: row.publicKeyHash)
                #expect(request == wanted, "\(row.text)")
            } catch {
                let name = if case .identifier(let problem) = error { "\(problem)" } else { "\(error)" }
                #expect(name == row.problem, "\(row.text)")
                #expect(!Texts(.english).string(error.text).isEmpty)
            }
        }
    }
}
