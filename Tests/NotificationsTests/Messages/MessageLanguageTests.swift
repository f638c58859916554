import ECallAPI
import Foundation
import Testing

@testable import Notifications

@Suite("Languages of messages", .timeLimit(.minutes(1)))
struct MessageLanguageTests {
    /// 003-25
    @Test(
        "the client's preferred language (RFC 9110 12.5.4, RFC 4647 3.4)",
        arguments: [
            ("", .english), ("de", .german), ("de-AT", .german), ("DE-at", .german), ("en-US,en;q=0.9", .english),
            ("da, de;q=0.8, fr;q=0.9", .french), ("qaa;q=1, vi;q=0.1", .vietnamese), ("vi;q=0, ja;q=0.1", .japanese),
            ("fr;q=0.5,it;q=0.5", .french), ("it;q=0.5,fr;q=0.5", .italian), ("*", .english),
            ("*;q=0.9, ko;q=0.8", .korean), ("km-KH", .khmer), ("pt-BR", .portuguese), ("zh", .simplifiedChinese),
            ("zh-CN", .simplifiedChinese), ("zh-Hans-SG", .simplifiedChinese), ("zh-Hans-TW", .simplifiedChinese),
            ("zh-TW, es", .spanish), ("zh-Hant-CN, es", .spanish), ("zh-HK", .english), ("deu", .english),
            ("de ; q=0.3 , es ;q=0.4", .spanish), ("de;q=2, es;q=0.4", .spanish), ("de;q=0.1234, es;q=0.1", .spanish),
            ("de;q=1.001, es;q=0.1", .spanish), ("de;q=, es;q=0.1", .spanish), ("de;level=1, es;q=0.1", .spanish),
            ("de;q=1.000, es", .german), ("de;q=0., es;q=0.1", .spanish), (",,;q=1,de", .german),
            ("d€, de-toolongsubtag, th", .thai), ("\u{0}\r\n", .english), ("hi;Q=0.9, ar;q=0.8", .hindi),
        ] as [(String, MessageLanguage)])
    func best(field: String, language: MessageLanguage) {
        #expect(MessageLocale(acceptLanguage: field).language == language)
    }

    @Test("an overlong field is cut off")
    func long() {
        let field = String(repeating: "xx,", count: 100_000) + "de"
        #expect(MessageLocale(acceptLanguage: field).language == .english)
    }

    private struct Choice: Decodable {
        let wanted: [String]
        let best: String
    }

    @Test("003-25: the language that fits a person's wishes is the one that the clients choose")
    func vectors() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../Vectors/language-choice.json").standardizedFileURL
        let choices = try JSONDecoder().decode([Choice].self, from: Data(contentsOf: file))
        #expect(choices.count >= 40)
        for choice in choices {
            #expect(MessageLocale(wanted: choice.wanted).language.rawValue == choice.best, "\(choice.wanted)")
        }
    }

    @Test("a declared language that messages are not written in is English, and none at all is nil")
    func declared() {
        #expect(MessageLocale(declared: "") == nil)
        #expect(MessageLocale(declared: "qaa-BE") == MessageLocale(.english))
        #expect(MessageLocale(declared: "zh-Hant-TW") == MessageLocale(.english))
        #expect(MessageLocale(declared: "zh-CN") == MessageLocale(.simplifiedChinese))
        #expect(
            MessageLocale(acceptLanguage: "qaa-u-nu-arab, ar-EG;q=0.5") == MessageLocale(.arabic, digits: .arabicIndic))
    }

    @Test(
        "003-26: numbers have the digits of the person's region (Unicode CLDR)",
        arguments: [
            ("ar", "10"), ("ar-001", "10"), ("ar-MA", "10"), ("ar-AE", "10"), ("ar-EG", "١٠"), ("ar-SA", "١٠"),
            ("AR-eg", "١٠"), ("ar-Arab-IQ", "١٠"), ("ar-EG-u-nu-latn", "10"), ("ar-u-nu-arab", "١٠"),
            ("ar-u-ca-islamic-nu-arab", "١٠"), ("ar-x-eg", "10"), ("ar-u-nu", "10"), ("hi-IN", "10"),
            ("hi-u-nu-deva", "१०"),
            ("th-TH", "10"), ("th-TH-u-nu-thai", "๑๐"), ("km-KH", "10"), ("km-u-nu-khmr", "១០"), ("de-EG", "10"),
            ("vi", "10"), ("ar-u-nu-hant", "10"), ("ar-x-u-nu-arab", "10"),
        ])
    func digits(tag: String, ten: String) { #expect(Digits(tag: tag).write(10) == ten) }

    @Test(
        "language tags are letters, then letters and digits",
        arguments: [
            ("de", true), ("zh-Hans-CN", true), ("de-CH-1996", true), ("x-private", true), ("ar-EG-u-nu-latn", true),
            ("", false), ("-de", false), ("de-", false), ("de_AT", false), ("12", false), ("de-toolongsubtag", false),
            ("dé", false), ("de AT", false), ("*", false), ("de\r\n", false), ("<b>", false),
        ])
    func tags(text: String, isTag: Bool) throws {
        #expect(LanguageTag.isWellFormed(text) == isTag)
        let pattern = try Regex(LanguageTag.pattern)
        #expect((text.wholeMatch(of: pattern) != nil) == isTag)
    }
}
