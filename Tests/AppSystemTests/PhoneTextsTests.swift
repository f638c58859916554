import ECallCore
import ECallFlows
import ECallLanguage
import Foundation
import TestSupport
import Testing

@testable import AppSystem

@Suite("Language of the phone", .timeLimit(.minutes(1)))
struct PhoneTextsTests {
    @Test("texts outside the screens use the language of the screens")
    func followsChoice() throws {
        let preferences = MemoryStorage()
        let texts = PhoneTexts(preferences: preferences, languages: Spoken(["xx", "en-GB"]))
        #expect(texts.current.language == .english)
        for language in Language.allCases {
            try preferences.store(LanguageChoice.language(language), as: .language)
            #expect(texts.current.language == language)
        }
        try preferences.store(LanguageChoice.system, as: .language)
        #expect(texts.current.language == Language.best(for: ["xx", "en-GB"], among: Language.allCases))
    }

    /// 003-26
    @Test("texts and the server use the region that the phone names for the language")
    func region() throws {
        let preferences = MemoryStorage()
        let texts = PhoneTexts(preferences: preferences, languages: Spoken(["xx", "de-AT", "en-GB"]))
        #expect(
            texts.tag == "de-AT"
                && texts.current.format.month(.init(year: 2026, month: 1, day: 1), hasYear: false) == "Jänner")
        try preferences.store(LanguageChoice.language(.english), as: .language)
        #expect(texts.tag == "en-GB")
        try preferences.store(LanguageChoice.language(.khmer), as: .language)
        #expect(texts.tag == "km")
    }

    @Test("an unreadable choice falls back to the system's language")
    func unreadableChoice() throws {
        let preferences = MemoryStorage()
        try preferences.write(Data("no JSON".utf8), as: .language)
        #expect(PhoneTexts(preferences: preferences, languages: Spoken(["en"])).current.language == .english)
    }

    @Test("the phone names languages as Foundation does")
    func preferred() {
        #expect(PhoneLanguages().preferred() == Locale.preferredLanguages)
        #expect(PhoneLanguages().hourCycle() == Locale.current.hourCycle)
    }
}
