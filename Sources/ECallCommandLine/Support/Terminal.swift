import Foundation

/// Asks the person at the terminal.
enum Terminal {
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks for a line; nil at the end of the input. The question goes to stderr, so that stdout stays clean.
    static func ask(_ question: String) -> String? {
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        return readLine(strippingNewline: true)
    }

    /// Asks for a line that is not shown while it is typed; nil at the end of the input.
    static func askSecretly(_ question: String) -> String? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return ask(question) }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Ctrl-Z would hand the silent terminal to the shell.
        withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VSUSP)] = 0 }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        // Half a passphrase is not for the shell.
        let count = withModes(silent, insteadOf: before, on: STDIN_FILENO, when: TCSAFLUSH) {
            try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
            return read(STDIN_FILENO, &bytes, bytes.count)
        }
        try? FileHandle.standardError.write(contentsOf: Data("\n".utf8))
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Changes the modes of a terminal while `body` runs. A signal that ends this process meanwhile gives them back first.
    static func withModes<Value>(
        _ modes: termios, insteadOf before: termios, on descriptor: Int32, when: Int32 = TCSADRAIN, _ body: () -> Value
    ) -> Value {
        let token = TerminationMonitor.current?.restoring(endsAtOnce: true) { set(before, on: descriptor, when) }
        set(modes, on: descriptor, when)
        defer {
            set(before, on: descriptor, when)
            token?.end()
        }
        return body()
    }

    private static func set(_ modes: termios, on descriptor: Int32, _ when: Int32) {
        var modes = modes
        tcsetattr(descriptor, when, &modes)
    }
}
