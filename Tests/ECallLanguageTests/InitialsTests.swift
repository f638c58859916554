import ECallLanguage
import Foundation
import Testing

/// The page reads the same vectors.
@Suite("Initials", .timeLimit(.minutes(1)))
struct InitialsTests {
    private struct Row: Decodable {
        let name: String
        let initials: String
    }

    /// 003-26
    @Test("a name of any script has its whole letters")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/initials.json").standardizedFileURL
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
        for row in rows { #expect(Initials.of(row.name) == row.initials, "\(row.name)") }
        #expect(rows.count >= 40)
    }
}
