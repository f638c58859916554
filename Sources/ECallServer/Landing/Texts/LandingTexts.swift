import Notifications

/// The texts of landing pages in one language, with `{name}` at the place of a person's name.
///
/// They are beside the pages, not in the catalogue, which the page loads whole.
struct LandingTexts: Sendable {
    /// The language's name in the language itself.
    let ownName: String
    let isOnECall: String
    let addContact: String
    /// The same, for a link that works once.
    let addContactOnce: String
    let expired: String
    let expiredText: String
    let used: String
    let usedText: String
    let invalid: String
    let invalidText: String
    let incomplete: String
    let incompleteText: String
    let tooMany: String
    let tooManyText: String
    let noPage: String
    let noPageText: String
    let open: String
    let add: String
    let openInApp: String
    /// The description of the QR code.
    let code: String
    let scan: String
    let promise: String
    /// The label of the menu of languages.
    let language: String
}

extension MessageLanguage {
    var landing: LandingTexts {
        switch self {
        case .english: .english
        case .vietnamese: .vietnamese
        case .spanish: .spanish
        case .hindi: .hindi
        case .arabic: .arabic
        case .portuguese: .portuguese
        case .russian: .russian
        case .japanese: .japanese
        case .korean: .korean
        case .thai: .thai
        case .french: .french
        case .german: .german
        case .italian: .italian
        case .simplifiedChinese: .simplifiedChinese
        case .khmer: .khmer
        }
    }
}
