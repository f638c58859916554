import ECallContacts
import ECallLanguage

/// The language of the terminal.
let terminalTexts = Texts(.english)

extension ExplainedError {
    /// The sentence for a person.
    var message: String { terminalTexts.string(text) }
}
