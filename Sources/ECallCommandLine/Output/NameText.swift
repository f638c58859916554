import ECallAPI
import ECallCalls

/// The doubts about names that the server gives people, in lines for a person.
enum NameText {
    static func sentence(_ doubt: NameDoubt, of user: UserID) -> String {
        switch doubt {
        case .renamed(let kept, let said):
            TerminalText.safe("The server now lists \(kept) (\(user)) as “\(said)”. You met them as \(kept).")
                + " To accept the new name: ecall trust \(user) --accept-name \(quoted(said))"
        case .namesake(let other, let name, let isVerified):
            TerminalText.safe("User \(user) isn’t the \(name) you \(isVerified ? "verified" : "met"), who is \(other).")
        }
    }

    /// Quoted for a shell.
    private static func quoted(_ name: String) -> String {
        let parts = TerminalText.safe(name).split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}
