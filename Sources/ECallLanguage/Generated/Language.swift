// swift-format-ignore-file
// Made by Scripts/texts.py of Localizable.xcstrings.

/// A language, by its tag (BCP 47).
public enum Language: String, Sendable, CaseIterable {
    case arabic = "ar"
    case german = "de"
    case english = "en"
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

    /// Those that have a table.
    public static let catalogued: [Language] = [.english]

    func pattern(of key: TextKey) -> Pattern {
        key.english
    }
}
