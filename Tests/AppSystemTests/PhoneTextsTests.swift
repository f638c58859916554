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

    @Test("an unreadable choice falls back to the system's language")
    func unreadableChoice() throws {
        let preferences = MemoryStorage()
        try preferences.write(Data("no JSON".utf8), as: .language)
        #expect(PhoneTexts(preferences: preferences, languages: Spoken(["en"])).current.language == .english)
    }

    @Test("the phone names languages as Foundation does")
    func preferred() { #expect(PhoneLanguages().preferred() == Locale.preferredLanguages) }
}
