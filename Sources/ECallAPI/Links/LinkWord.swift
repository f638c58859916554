import Foundation

/// The letters and digits that end a link. The twin of `Web/contacts/link-word.js` (`Tests/Vectors/pasted-links.json`).
public enum LinkWord {
    /// Returns them without what chats and people put after a link: full stops, brackets, parameters. Returns nil if the link
    /// continues, or if the word does not end there.
    ///
    /// - Parameter rest: of the link, as it is written.
    public static func first(of rest: some StringProtocol) -> String? {
        let text = VisibleText.of(PercentEncoding.removedOnce(String(rest))).unicodeScalars
        let word = text.prefix { isWordCharacter($0) }
        let tail = text[word.endIndex...]
        let gap = tail.prefix { !isLetterOrNumber($0) && $0 != "?" && $0 != "#" }
        let next = tail[gap.endIndex...].first
        let ends = next.map { !isLetterOrNumber($0) || isPunctuation(gap) } ?? true
        return word.isEmpty || !ends ? nil : String(word)
    }

    /// Whether a sentence continues after it. A slash, hyphen or underscore does not end a word.
    private static func isPunctuation(_ gap: Substring.UnicodeScalarView) -> Bool {
        !gap.contains("/")
            && gap.contains {
                !$0.isASCII || $0.properties.isWhitespace || ".,;:!()[]{}<>\"'*|&".unicodeScalars.contains($0)
            }
    }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    /// Unicode categories L and N.
    static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber,
            .otherNumber:
            true
        default: false
        }
    }
}

/// Percent-encoding (RFC 3986 section 2.1), as far as readers of links remove it.
enum PercentEncoding {
    /// Returns a text without it, which some wrappers of links apply twice.
    static func removed(_ text: String) -> String {
        let once = removedOnce(text)
        return once.contains("://") ? once : removedOnce(once)
    }

    /// Removes it from a text; malformed text is returned unchanged.
    static func removedOnce(_ text: String) -> String { text.removingPercentEncoding ?? text }
}
