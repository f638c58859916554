/// Makes text of others harmless for a terminal: names come from strangers.
enum TerminalText {
    /// Replaces control characters, line and direction changers by a blank mark; escape sequences do nothing then.
    static func safe(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isHarmful(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        default: false
        }
    }
}
