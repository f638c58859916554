import Foundation
import Testing

@testable import AppViews
@testable import ECallFlows
@testable import ECallLanguage

/// Each state of each screen that the other suites have, in every language of the catalogue.
@MainActor
@Suite("Every screen in every language", .serialized, .timeLimit(.minutes(2)))
struct LanguageScreensTests {
    /// In themselves and in each other: the list of languages.
    private static let languages = words(
        in: Language.allCases.flatMap { one in [one.ownName] + Language.allCases.map { one.name(in: $0) } })
    private static let names = Set(
        PseudoLanguageTests.people.union(PseudoLanguageTests.things).union(PseudoLanguageTests.codes)
            .map { $0.lowercased() }
    ).union(languages)
    private static let english = words(of: .english)

    private static func words(in texts: some Sequence<String>) -> Set<String> {
        // Hosts are no words.
        let parts = texts.lazy.flatMap { $0.lowercased().split(separator: " ") }.filter {
            $0.split(separator: ".").count < 2
        }
        return Set(parts.flatMap { $0.split { !$0.isLetter }.map(String.init) })
    }

    /// The words of all texts in a language.
    private static func words(of language: Language) -> Set<String> {
        words(in: TextKey.allCases.flatMap { language.table.pattern(of: $0).words })
    }

    /// All of them take two minutes: every day one that grows, one from right to left and one without spaces are read.
    private nonisolated static let read: [Language] =
        ProcessInfo.processInfo.environment["LANGUAGES"] == "all" ? Language.allCases : [.german, .arabic, .khmer]

    /// 003-24, 003-34
    @Test("no English is left, no place of an argument is, and nothing is called alike", arguments: read)
    func screens(language: Language) async throws {
        let reading = PseudoReading(language)
        try await Pseudo.$reading.withValue(reading) {
            for table in PseudoLanguageTests.tables { try await table() }
        }
        #expect(reading.screens > 300 && reading.spoken.count > 2_000)
        #expect(reading.faults.isEmpty, "\(reading.faults.prefix(5))")
        let own = Self.words(of: language)
        // Many screens say the same.
        let places = Dictionary(reading.spoken.map { ($0.words, $0.place) }) { first, _ in first }
        var left: [String: String] = [:]
        for (words, place) in places where language != .english {
            for word in Self.words(in: [words]) where Self.english.contains(word) && !own.contains(word) {
                if word.count > 1, !Self.names.contains(word) { left[word] = place }
            }
        }
        #expect(left.isEmpty, "English is left: \(left)")
    }
}

extension Pattern {
    fileprivate var words: [String] {
        switch self {
        case .plain(let words): [words]
        case .plural(_, let words): Array(words.values)
        }
    }
}
