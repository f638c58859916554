import Foundation
import Testing

@testable import ECallLanguage

@Suite("Texts", .timeLimit(.minutes(1)))
struct TextsTests {
    private let texts = Texts(.english)

    @Test("arguments are inserted where the language has them")
    func arguments() {
        #expect(texts.string(.callRejectedBusy(name: "Bo")) == "Bo is in another call.")
        #expect(texts.string(.errorsInputNameTooLong(count: 50)) == "A name can have up to 50 characters.")
        let nested = Text.commonTwoSentences(first: Text.callConnected, second: "That was it.")
        #expect(texts.string(nested) == "Connected. That was it.")
    }

    @Test("a number chooses the plural")
    func plural() {
        #expect(texts.string(.qualityWeakMany(count: 1)) == "1 person has a weak connection.")
        #expect(texts.string(.qualityWeakMany(count: 3)) == "3 people have weak connections.")
    }

    @Test("a person's words are not read as a pattern")
    func verbatim() {
        #expect(texts.string(.callRejectedBusy(name: "{1} **x** {2}")) == "{1} **x** {2} is in another call.")
        #expect(texts.string(.verbatim("**{1}**")) == "**{1}**")
    }

    @Test("a line has no strong text")
    func strong() {
        #expect(texts.string(.signInKept(account: "a@b.example")) == "This device still has the keys of a@b.example.")
    }

    /// 003-24
    @Test("every language has every text, each with its arguments", arguments: Language.allCases)
    func complete(language: Language) {
        #expect(language.table.count == TextKey.allCases.count && TextKey.allCases.count > 1_400)
        for key in TextKey.allCases {
            // The table of English gives keys their names.
            #expect(language.table.name(of: key) == key.name)
            switch language.table.pattern(of: key) {
            case .plain(let words): #expect(!words.isEmpty)
            case .plural(let position, let words):
                #expect(position > 0 && words[.other] != nil && words.values.allSatisfy { !$0.isEmpty })
            }
        }
    }

    /// 003-34
    @Test("arguments and plurals stand where each language has them")
    func languages() {
        func strings(_ text: Text) -> [Language: String] {
            Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, Texts($0).string(text)) })
        }
        let busy = strings(.callRejectedBusy(name: "Bo"))
        #expect(Set(busy.values).count == Language.allCases.count && busy.values.allSatisfy { $0.contains("Bo") })
        #expect(busy[.german] == "Bo ist in einem anderen Anruf.")
        let russian = (1...11).map { Texts(.russian).string(.appLockDelayHours(count: $0)) }
        #expect(Set(russian.map { $0.filter { !$0.isNumber } }).count == 3)
        let hours = [0, 1, 2, 3, 11, 100].map { Texts(.arabic).string(.appLockDelayHours(count: $0)) }
        #expect(hours == ["0 ساعة", "ساعة واحدة", "ساعتان", "3 ساعات", "11 ساعة", "100 ساعة"])
    }

    /// 003-26
    @Test("numbers are written as the person's locale has them")
    func numbers() {
        #expect(Texts(.english).string(.errorsInputNameTooLong(count: 12_345)).contains("12,345"))
        #expect(Texts(.german).string(.errorsInputNameTooLong(count: 12_345)).contains("12.345"))
        #expect(Texts(.arabic, locale: "ar-EG").string(.errorsInputNameTooLong(count: 50)).contains("٥٠"))
    }

    @Test("a name of the other writing direction is isolated, and cannot reverse what follows")
    func directions() {
        #expect(texts.string(.callRejectedBusy(name: "أميرة")) == "\u{2068}أميرة\u{2069} is in another call.")
        #expect(texts.string(.callRejectedBusy(name: "B\u{202E}o")) == "Bo is in another call.")
        #expect(Texts(.arabic).string(.callRejectedBusy(name: "Bo")).contains("\u{2068}Bo\u{2069}"))
        let nested = Text.commonTwoSentences(first: Text.callConnected, second: Text.callConnected)
        #expect(!Texts(.arabic).string(nested).contains("\u{2068}"))
    }

    @Test("a key is coded by its name, and an unknown one is refused")
    func coding() throws {
        let text = Text.callRejectedBusy(name: "Bo")
        let data = try JSONEncoder().encode(text)
        #expect(String(decoding: data, as: UTF8.self).contains("call.rejected.busy"))
        #expect(try JSONDecoder().decode(Text.self, from: data) == text)
        let other = Data(String(decoding: data, as: UTF8.self).replacing("rejected.busy", with: "gone").utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Text.self, from: other) }
    }
}
