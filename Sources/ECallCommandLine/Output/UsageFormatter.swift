/// The usage lines of help, which the parser writes on one line with all options that every command takes.
enum UsageFormatter {
    /// `text` with global options as `[<options>]`, and usage lines wrapped at 80 columns.
    static func shortened(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.lowercased().hasPrefix("usage: ") ? wrapped(withoutGlobalOptions(String(line))) : String(line)
        }.joined(separator: "\n")
    }

    private static func withoutGlobalOptions(_ line: String) -> String {
        let short = line.replacing(
            #/ \[--(?:profile|home|server|json|foreground|language|key-file|passphrase-file)(?: <\w+>)?\]/#, with: "")
        return short == line ? line : short + " [<options>]"
    }

    /// The line, broken between arguments.
    private static func wrapped(_ line: String) -> String {
        let indent = String(repeating: " ", count: "Usage: ecall ".count)
        var (lines, current) = ([String](), "")
        for argument in line.replacing(#/ (?=[\[<])/#, with: "\n").split(separator: "\n") {
            if current.isEmpty {
                current = String(argument)
            } else if current.count + 1 + argument.count <= 80 {
                current += " " + argument
            } else {
                lines.append(current)
                current = indent + argument
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }
}
