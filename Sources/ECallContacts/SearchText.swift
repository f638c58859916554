public import ECallAPI
public import ECallCore
public import ECallLanguage

/// A search for a person, as typed: a whole e-mail address, phone number or fingerprint of a key.
///
/// Syntax only. The page has the same rule; `Tests/Vectors/search-texts.json` holds both to it.
public enum SearchText {
    /// The reason why a text cannot be searched by.
    public enum Problem: ExplainedError, Sendable, Equatable {
        case identifier(IdentifierSyntax.Problem)
        /// A fingerprint with digits missing, or too many.
        case notAFingerprint
        /// No address, no number, no fingerprint: a name, perhaps.
        case notSearchable

        /// The text for a person.
        public var text: Text {
            switch self {
            case .identifier(let problem): problem.text
            case .notAFingerprint: .addProblemNotAFingerprintText
            case .notSearchable: .addProblemNotSearchableText
            }
        }
    }

    private static let hashLength = 64
    /// Hexadecimal digits that are more than any phone number has.
    private static let shortestFingerprint = 17

    /// Reads one.
    public static func request(_ text: String) throws(Problem) -> SearchRequest {
        let trimmed = IdentifierSyntax.trimmed(text)
        if let fingerprint = fingerprint(in: trimmed) {
            guard fingerprint.utf8.count == hashLength else { throw .notAFingerprint }
            return SearchRequest(publicKeyHash: fingerprint)
        }
        let isAddressOrNumber =
            trimmed.contains("@")
            || trimmed.unicodeScalars.contains { $0.properties.generalCategory == .decimalNumber }
        guard trimmed.isEmpty || isAddressOrNumber else { throw .notSearchable }
        do throws(IdentifierSyntax.Problem) {
            switch try LoginIdentifier(trimmed) {
            case .email(let email): return SearchRequest(email: email)
            case .phone(let number): return SearchRequest(phoneNumber: number)
            }
        } catch {
            throw .identifier(error)
        }
    }

    /// The digits of a text that can only be a fingerprint, in lower case; nil for any other.
    private static func fingerprint(in text: String) -> String? {
        let rest = withoutLabel(text)
        let digits = rest.unicodeScalars.filter { !isSeparator($0) }
        guard digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
        guard rest.utf8.count < text.utf8.count || digits.count >= shortestFingerprint else { return nil }
        return String(digits).lowercased()
    }

    /// Without `SHA256:` or the like.
    private static func withoutLabel(_ text: String) -> Substring {
        for label in ["sha256", "sha-256"] where text.lowercased().hasPrefix(label) {
            let rest = text.dropFirst(label.count)
            if let sign = rest.first, ":= ".contains(sign) { return rest.dropFirst() }
        }
        return text[...]
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .dashPunctuation: true
        default: scalar.properties.isWhitespace || scalar == "." || scalar == ":"
        }
    }
}
