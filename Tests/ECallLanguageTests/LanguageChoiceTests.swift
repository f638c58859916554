import ECallLanguage
import Foundation
import Testing

/// The page and the server read the same vectors.
@Suite("Which language fits", .timeLimit(.minutes(1)))
struct LanguageChoiceTests {
    private struct Row: Decodable {
        let wanted: [String]
        let best: String
    }

    /// 003-25
    @Test("the first of the user's preferred languages that is offered is chosen, else English")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/language-choice.json")
            .standardizedFileURL
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
        for row in rows { #expect(Language.best(for: row.wanted).rawValue == row.best, "\(row.wanted)") }
        #expect(Set(rows.map(\.best)) == Set(Language.allCases.map(\.rawValue)))
    }

    @Test("only an offered language is chosen")
    func offered() {
        #expect(Language.best(for: ["de", "fr"], among: [.english, .french]) == .french)
        #expect(Language.best(for: ["de"], among: [.french]) == .english)
    }
}
