import ECallLanguage

/// The texts of mails and text messages in one language, with `{name}` at the places of arguments.
///
/// They are beside the messages, not in the catalogue, which the page loads whole.
struct MessageTexts: Sendable {
    /// The forms of a text that depends on a number: one for each plural category of the language (Unicode CLDR).
    typealias Forms = [PluralCategory: String]

    /// The line with the code: `{code}`.
    let code: String
    /// `{minutes}`.
    let codeLife: Forms
    let notRequested: String
    let removedSubject: String
    /// `{address}`.
    let removed: String
    /// `{days}`.
    let restore: Forms
    /// A text message.
    let removedNumber: String
    /// The rest of the text message: `{days}`, `{link}`.
    let restoreNumber: Forms
}

extension MessageLanguage {
    var texts: MessageTexts {
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

    /// The category of a number in this language.
    func category(of number: Int) -> PluralCategory {
        Language(rawValue: rawValue)?.category(of: PluralOperands(number)) ?? .other
    }
}

extension MessageLocale {
    /// Returns the form for the number, with the number in its place: `{name}`.
    func text(_ forms: MessageTexts.Forms, _ name: String, _ number: Int) -> String {
        let form = forms[language.category(of: number)] ?? forms[.other] ?? ""
        return form.replacing("{\(name)}", with: digits.write(number))
    }
}
