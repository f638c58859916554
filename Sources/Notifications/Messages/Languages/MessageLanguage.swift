/// The languages of the app (wire-protocol 9.4). The raw values are tags of BCP 47.
package enum MessageLanguage: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case vietnamese = "vi"
    case spanish = "es"
    case hindi = "hi"
    case arabic = "ar"
    case portuguese = "pt"
    case russian = "ru"
    case japanese = "ja"
    case korean = "ko"
    case thai = "th"
    case french = "fr"
    case german = "de"
    case italian = "it"
    case simplifiedChinese = "zh-Hans"
    case khmer = "km"

    /// The language for a language tag: the one with the same primary subtag (lookup, RFC 4647 section 3.4). Chinese only
    /// if no script or region subtag makes it traditional.
    package init?(tag: some StringProtocol) {
        let subtags = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
            // Extensions and private use begin with a singleton.
            .prefix { $0.utf8.count != 1 || $0 == "*" }
        guard let primary = subtags.first else { return nil }
        if primary == "zh" {
            let isTraditional = subtags.contains("hant") || !Set(subtags).isDisjoint(with: ["tw", "hk", "mo"])
            guard subtags.contains("hans") || !isTraditional else { return nil }
            self = .simplifiedChinese
        } else if let language = Self(rawValue: String(primary)) {
            self = language
        } else {
            return nil
        }
    }
}
