import ECallAPI
import ECallCore
import Foundation
import Testing

/// The page runs the same vectors (Tests/WebTests/identifiers.test.mjs).
@Suite("Identifiers for sign-in", .timeLimit(.minutes(1)))
struct LoginIdentifierTests {
    private struct Vectors: Decodable {
        struct Row: Decodable {
            let text: String
            let canonical: String?
        }
        struct Typed: Decodable {
            let text: String
            let email, phoneNumber, problem: String?
        }
        let emails, phoneNumbers: [Row]
        let typed: [Typed]
    }

    private let vectors: Vectors

    init() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../Vectors/identifiers.json")
            .standardizedFileURL
        vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }

    /// 000-17, 003-28
    @Test("addresses and numbers have one canonical form")
    func canonicalForms() {
        for row in vectors.emails { #expect(LoginIdentifier(email: row.text)?.text == row.canonical, "\(row.text)") }
        for row in vectors.phoneNumbers {
            #expect(LoginIdentifier(phoneNumber: row.text)?.text == row.canonical, "\(row.text)")
        }
    }

    /// 000-15, 000-17
    @Test("a typed identifier is read, or refused with its problem")
    func typed() {
        for row in vectors.typed {
            do throws(IdentifierSyntax.Problem) {
                let identifier = try LoginIdentifier(row.text)
                let expected = row.email.map(LoginIdentifier.email) ?? row.phoneNumber.map(LoginIdentifier.phone)
                #expect(identifier == expected, "\(row.text)")
            } catch {
                #expect("\(error)" == row.problem, "\(row.text)")
            }
        }
    }
}
