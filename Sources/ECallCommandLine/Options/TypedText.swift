import ECallLanguage

/// A link or a code, which must not be public: other users of the machine can read the arguments of a program as long as it runs, and
/// shells keep them. `-` reads it as a line of standard input; without it a terminal asks.
struct TypedText: Sendable {
    /// The longest line, in bytes: the longest link is a tenth of that.
    static let longest = 4_096

    /// The language of the question.
    let texts: Texts
    var isInteractive = Terminal.isInteractive
    var ask: @Sendable (String) -> String? = { Terminal.ask($0) }
    var readLine: @Sendable () -> String? = { Swift.readLine() }

    /// - Parameters:
    ///   - argument: the argument as typed.
    ///   - question: what a terminal shows, with its colon.
    ///   - command: the command to suggest without one, such as `ecall add -`.
    func text(_ argument: String?, asking question: Text, orElse command: String) throws(CommandFailure) -> String {
        let question = texts.string(question) + " "
        let typed: String?
        switch argument {
        case "-": typed = isInteractive ? ask(question) : readLine()
        case let given?: return given
        case nil:
            guard isInteractive else {
                throw CommandFailure(.usage, .terminalSpecifyArgument(command: command))
            }
            typed = ask(question)
        }
        let line = typed.map {
            String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
        guard let line, !line.isEmpty else {
            throw CommandFailure(.usage, .terminalNothingEntered(command: command))
        }
        guard line.utf8.count <= Self.longest else {
            throw CommandFailure(.usage, .terminalTextTooLong(most: Self.longest))
        }
        return line
    }
}
