public import ECallLanguage
public import Foundation

/// The language of the app: the system's, or one that the person has chosen (requirement 000-70).
public enum LanguageChoice: Sendable, Hashable {
    case system
    case language(Language)
}

extension LanguageChoice: Codable {
    /// Reads a tag (BCP 47). "" and languages that are not known any more are the system's.
    public init(from decoder: any Decoder) throws {
        let tag = try decoder.singleValueContainer().decode(String.self)
        self = Language(rawValue: tag).map { .language($0) } ?? .system
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .system: try container.encode("")
        case .language(let language): try container.encode(language.rawValue)
        }
    }
}

/// The languages of the operating system.
public protocol SystemLanguages: Sendable {
    /// Tags (BCP 47) as the person has ordered them, the first one liked best.
    func preferred() -> [String]
    /// The clock of 12 or 24 hours that the system's settings ask for, even if the region has the other one; nil for the region's.
    func hourCycle() -> Locale.HourCycle?
}

extension Language {
    /// The name in another language, such as "French".
    func name(in other: Language) -> String {
        let locale = Locale(identifier: other.rawValue)
        let name = locale.localizedString(forIdentifier: rawValue) ?? rawValue
        return name.prefix(1).uppercased(with: locale) + name.dropFirst()
    }
}
