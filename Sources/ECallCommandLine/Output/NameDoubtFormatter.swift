import ECallAPI
import ECallCalls
import ECallLanguage

/// The doubts about names that the server gives people.
enum NameDoubtFormatter {
    static func text(_ doubt: NameDoubt, of user: UserID) -> Text {
        switch doubt {
        case .renamed(let kept, let said):
            let command = "ecall trust \(user) --accept-name \(quoted(said))"
            return .hint(
                .nameRenamed(kept: "\(kept) (\(user))", said: said), .terminalDoAcceptName(command: command))
        case .namesake(let other, let name, let isVerified):
            return isVerified
                ? .terminalNamesakeVerified(user: "\(user)", name: name, other: "\(other)")
                : .terminalNamesake(user: "\(user)", name: name, other: "\(other)")
        }
    }

    /// Quoted for a shell.
    private static func quoted(_ name: String) -> String {
        let parts = TerminalSanitizer.safe(name).split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}
