import ECallCore
import ECallLanguage
import Foundation
import TestSupport
import Testing

/// The page reads the same vectors.
@Suite("Order of names", .timeLimit(.minutes(1)))
struct NameOrderTests {
    /// 003-26
    @Test("names of all scripts are in the order of each language", arguments: Language.allCases)
    func vectors(language: Language) throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../../Vectors/name-order.json")
            .standardizedFileURL
        let orders = try JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: file))
        let names = try #require(orders[language.rawValue])
        #expect(names.count >= 60)
        let order = NameOrder(language.rawValue)
        var random = SeededGenerator(seed: 46)
        let sorted = names.shuffled(using: &random).sorted { order.compare($0, $1) == .orderedAscending }
        #expect(sorted == names)
    }

    @Test("what programs read is in the order of English, whoever reads it")
    func neutral() {
        #expect(NameOrder.neutral.compare("Ñandú", "Nunez") == .orderedAscending)
        #expect(NameOrder(nil).compare("Ñandú", "Nunez") == .orderedAscending)
        #expect(NameOrder("es-AR").compare("Ñandú", "Nunez") == .orderedDescending)
    }
}
