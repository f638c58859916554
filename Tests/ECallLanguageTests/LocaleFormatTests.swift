import Foundation
import Testing

@testable import ECallLanguage

/// The tables write what `Intl` writes in the page.
@Suite("Numbers, dates and lists of locales", .timeLimit(.minutes(1)))
struct LocaleFormatTests {
    private struct Row: Decodable {
        let locale: String
        let numbers: [String]
        let tenths: [String]
        let days: [[String]]
        let lists: [String]
    }

    private static let days = [
        LocaleFormat.Day(year: 2026, month: 1, day: 5), .init(year: 2026, month: 11, day: 28),
        .init(year: 2024, month: 2, day: 29), .init(year: 1999, month: 12, day: 31),
        .init(year: 2027, month: 8, day: 9),
    ]

    /// 003-26
    @Test("numbers, dates and lists are those of the page, in each language and in regions that differ")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/locale-formats.json")
            .standardizedFileURL
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
        for row in rows {
            let language = try #require(Language.fitting(row.locale))
            let format = Texts(language, locale: row.locale).format
            let numbers = [0, 7, 999, 1_234, 12_345, 1_234_567, 123_456_789, -1_234]
            #expect(numbers.map(format.number) == row.numbers, "\(row.locale)")
            #expect([0, 5, 12, 12_345].map(format.tenths) == row.tenths, "\(row.locale)")
            let written = Self.days.map { day in
                [
                    format.day(day, hasYear: false), format.day(day, hasYear: true), format.month(day, hasYear: false),
                    format.month(day, hasYear: true),
                ]
            }
            #expect(written == row.days, "\(row.locale)")
            let names = ["Ana", "Bo", "Cem", "Dee"]
            #expect((1...4).map { format.list(Array(names.prefix($0))) } == row.lists, "\(row.locale)")
        }
        #expect(Set(rows.compactMap { Language.fitting($0.locale) }) == Set(Language.allCases))
    }

    @Test("a locale of another language, of none or of an unknown region is the language's own")
    func fallback() {
        let german = Texts(.german).format.number(12_345)
        #expect(german == "12.345")
        for locale in ["de-ZZ", "en-US", "", "x", "de-u-nu-latn"] {
            #expect(Texts(.german, locale: locale).format.number(12_345) == german, "\(locale)")
        }
        #expect(Texts(.german, locale: "DE-latn-at").format.month(Self.days[0], hasYear: false) == "Jänner")
    }

    @Test("a clock has the digits of the locale")
    func digits() {
        #expect(Texts(.arabic, locale: "ar-EG").format.digits("1:02:33") == "١:٠٢:٣٣")
        #expect(Texts(.khmer).format.digits("1:02") == "1:02")
    }
}
