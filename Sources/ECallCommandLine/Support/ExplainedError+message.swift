import ECallContacts
import ECallLanguage

/// The language of the terminal.
let terminalTexts = Texts(.english)

extension ExplainedError {
    /// What a person reads.
    var message: String { terminalTexts.string(text) }
}
