/// Makes others' text harmless for a terminal: names are chosen by strangers.
enum TerminalSanitizer {
    /// Replaces control characters, line and direction changers by a blank mark; escape sequences do nothing then.
    static func safe(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isHarmful(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    /// Equivalent JSON in which characters that would act on a terminal are written as `\u` and four digits for each code unit (RFC 8259
    /// section 7). Such characters occur in strings only.
    static func escapedInJSON(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            guard isHarmful(scalar) else { return result.unicodeScalars.append(scalar) }
            for unit in UTF16.encode(scalar) ?? .init() {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        default: false
        }
    }
}
