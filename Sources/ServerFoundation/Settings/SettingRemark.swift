import Yams

/// The reason to doubt that a value is the one that was meant. Decided without showing the value, which may be a secret.
package enum SettingRemark: String, Sendable, CaseIterable {
    /// A `#` that may have been meant begins a comment.
    case comment = "ends where a # begins a comment; if the # belongs to it, put the value in quotes"
    /// A sign that may have been meant names an anchor or a tag.
    case sign = "begins with & or !, which YAML takes for its own; put the value in quotes"
    case quotes = "has quotes around it, which count as part of it; leave them out"

    /// Compares a scalar with the line on which it begins.
    static func of(_ scalar: Node.Scalar, in lines: [Substring]) -> SettingRemark? {
        guard [.plain, .any].contains(scalar.style), let mark = scalar.mark, lines.indices.contains(mark.line - 1)
        else { return nil }
        let written = lines[mark.line - 1].unicodeScalars.dropFirst(mark.column - 1)
        if scalar.string.isEmpty {
            // The value begins after the colon and spaces.
            let rest = String(String.UnicodeScalarView(written)).drop { $0 == ":" || $0.isWhitespace }
            return rest.first == "#" ? .comment : ["&", "!"].contains(rest.first) ? .sign : nil
        }
        if let first = written.first, first != scalar.string.unicodeScalars.first, "&!".unicodeScalars.contains(first) {
            return .sign
        }
        guard written.starts(with: scalar.string.unicodeScalars) else { return nil }
        let rest = written.dropFirst(scalar.string.unicodeScalars.count).drop { $0.properties.isWhitespace }
        return rest.first == "#" ? .comment : nil
    }

    /// Quotes in the environment come from files that are read without a shell, as by `docker --env-file`.
    static func of(variable text: String) -> SettingRemark? {
        guard text.count > 1, let first = text.first, first == text.last, "\"'".contains(first) else { return nil }
        return .quotes
    }
}
