// swift-format-ignore-file
// Made by Scripts/texts.py of Localizable.xcstrings.

/// A language, by its tag (BCP 47).
public enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case arabic = "ar"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case hindi = "hi"
    case italian = "it"
    case japanese = "ja"
    case khmer = "km"
    case korean = "ko"
    case portuguese = "pt"
    case russian = "ru"
    case thai = "th"
    case vietnamese = "vi"
    case chinese = "zh-Hans"

    /// The name in the language itself, with a capital letter where its script has them.
    public var ownName: String {
        switch self {
        case .english: "English"
        case .arabic: "العربية"
        case .german: "Deutsch"
        case .spanish: "Español"
        case .french: "Français"
        case .hindi: "हिन्दी"
        case .italian: "Italiano"
        case .japanese: "日本語"
        case .khmer: "ខ្មែរ"
        case .korean: "한국어"
        case .portuguese: "Português"
        case .russian: "Русский"
        case .thai: "ไทย"
        case .vietnamese: "Tiếng Việt"
        case .chinese: "简体中文"
        }
    }

    /// Read when the language is first used: the others' are not touched.
    var table: TextTable {
        switch self {
        case .english: .english
        case .arabic: .arabic
        case .german: .german
        case .spanish: .spanish
        case .french: .french
        case .hindi: .hindi
        case .italian: .italian
        case .japanese: .japanese
        case .khmer: .khmer
        case .korean: .korean
        case .portuguese: .portuguese
        case .russian: .russian
        case .thai: .thai
        case .vietnamese: .vietnamese
        case .chinese: .chinese
        }
    }
}
