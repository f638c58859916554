import ECallCore
import ECallFlows
import ECallLanguage

/// The texts of the app outside its screens, such as of notifications, in the language of its screens.
struct PhoneTexts: Sendable {
    let preferences: any KeyStorage
    let languages: any SystemLanguages

    /// The texts in the language that is chosen now.
    var current: Texts {
        if case .language(let chosen)? = try? preferences.value(.language, as: LanguageChoice.self) {
            return Texts(chosen)
        }
        return Texts(Language.best(for: languages.preferred(), among: Language.catalogued))
    }
}
