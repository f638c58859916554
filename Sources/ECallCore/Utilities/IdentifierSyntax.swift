public import ECallAPI
public import ECallLanguage

extension LoginIdentifier {
    /// Reads what a person typed, however they spell a phone number.
    ///
    /// - Parameter callingCode: of the country in which a number without `+` is dialled; nil if it is unknown.
    public init(_ text: String, callingCode: String? = nil) throws(IdentifierSyntax.Problem) {
        let trimmed = IdentifierSyntax.trimmed(text)
        if trimmed.isEmpty { throw .empty }
        if trimmed.contains("@") {
            guard let address = LoginIdentifier(email: trimmed) else { throw .notAnEmail }
            self = address
        } else {
            guard let number = PhoneNumber.international(trimmed, callingCode: callingCode) else {
                let isWhole = callingCode != nil || PhoneNumberSpelling.plain(trimmed).hasPrefix("+")
                throw isWhole ? .notAPhoneNumber : .missingCountryCode
            }
            self = .phone(number)
        }
    }
}

/// The identifiers and names that people type (wire-protocol 0.3, 9.1).
public enum IdentifierSyntax {
    private static let longestName = 50

    /// The reason why one is not accepted.
    public enum Problem: ExplainedError, Sendable, Equatable {
        case empty
        case notAnEmail
        case notAPhoneNumber
        case missingCountryCode
        case nameMissing
        case nameTooLong
        case nameWithColon

        /// The text for a person.
        public var text: Text {
            switch self {
            case .empty: .errorsInputNoIdentifier
            case .notAnEmail: .errorsInputNotAnEmail
            case .notAPhoneNumber: .errorsInputNotAPhoneNumber
            case .missingCountryCode: .errorsInputMissingCountryCode
            case .nameMissing: .errorsInputNameMissing
            case .nameTooLong: .errorsInputNameTooLong(count: IdentifierSyntax.longestName)
            case .nameWithColon: .errorsInputNameWithColon
            }
        }
    }

    /// A name without spaces around it; at most 50 characters, and no colon, which separates name and id in rooms.
    public static func displayName(_ text: String) throws(Problem) -> String {
        let name = trimmed(text)
        guard name.count <= longestName else { throw .nameTooLong }
        guard !name.contains(":") else { throw .nameWithColon }
        return name
    }

    /// A text without spaces around it.
    public static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
