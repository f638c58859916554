import Foundation
import Testing

@testable import ECallLanguage

/// The rules generated from Unicode CLDR agree with `Intl.PluralRules` in the page.
@Suite("Plural rules", .timeLimit(.minutes(1)))
struct PluralRulesTests {
    /// The numbers by language and category, as they are written.
    private let vectors: [String: [String: String]]

    init() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/plural-rules.json")
            .standardizedFileURL
        vectors = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: file))
    }

    @Test("numbers have the plural kind that the page gives them", arguments: Language.allCases)
    func kinds(of language: Language) throws {
        let kinds = try #require(vectors[language.rawValue])
        var count = 0
        for (kind, numbers) in kinds {
            for number in numbers.split(separator: " ") {
                let operands = try #require(PluralOperands(decimal: String(number)))
                #expect(language.category(of: operands).rawValue == kind, "\(number) in \(language.rawValue)")
                count += 1
            }
        }
        #expect(count > 220)
    }

    @Test("every language that the page is checked in has a rule")
    func languages() {
        #expect(Set(vectors.keys) == Set(Language.allCases.map(\.rawValue)))
    }

    @Test("a number has the same operands by value and as it is written")
    func operands() {
        for number in [0, 1, 21, 1_000_000] {
            #expect(PluralOperands(number) == PluralOperands(decimal: String(number)))
        }
        #expect(PluralOperands(-3) == PluralOperands(decimal: "-3"))
        for text in ["", "x", "1.", ".5", "1.2.3", "1e3", "१", "99999999999999999999"] {
            #expect(PluralOperands(decimal: text) == nil, "\(text)")
        }
    }
}
