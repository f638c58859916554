import Testing

@testable import ECallLanguage

@Suite("Texts", .timeLimit(.minutes(1)))
struct TextsTests {
    private let texts = Texts(.english)

    @Test("arguments stand where the language has them")
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

    @Test("a language without a table is English")
    func fallback() {
        #expect(Texts(.japanese).language == .english)
        #expect(Language.catalogued == [.english])
    }
}
