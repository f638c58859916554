import Foundation

/// Asks the person at the terminal.
enum Terminal {
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// One line; nil at the end of the input. The question goes to stderr, so that stdout stays clean.
    static func ask(_ question: String) -> String? {
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        return readLine(strippingNewline: true)
    }

    /// One line that is not shown while it is typed.
    static func askSecretly(_ question: String) -> String? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return ask(question) }
        var silent = before
        // Ctrl-C ends the line instead of this process, so that the terminal is given back first.
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = endOfText }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
        try? FileHandle.standardError.write(contentsOf: Data("\n".utf8))
        guard count > 0 else { return nil }
        if bytes[count - 1] == endOfText {
            // Of the process: this thread takes no signals.
            kill(getpid(), SIGINT)
            sleep(1)
            return nil
        }
        return String(decoding: bytes[..<count].filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// What Ctrl-C types.
    private static let endOfText: UInt8 = 3
}
