import ECallCore
import ECallFlows
import ECallLanguage

/// The texts of the app outside its screens, such as of notifications, in the language of its screens.
struct PhoneTexts: Sendable {
    let preferences: any KeyStorage
    let languages: any SystemLanguages

    /// The texts in the language that is chosen now.
    var current: Texts { Texts(language, locale: tag) }

    /// The language with the person's region, a tag (BCP 47).
    var tag: String { language.tag(inRegionOf: languages.preferred()) }

    private var language: Language {
        if case .language(let chosen)? = try? preferences.value(.language, as: LanguageChoice.self) { return chosen }
        return Language.best(for: languages.preferred(), among: Language.allCases)
    }
}
