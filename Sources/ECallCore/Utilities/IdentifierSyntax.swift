public import ECallAPI

extension LoginIdentifier {
    /// Reads what a person typed, however they spell a phone number.
    ///
    /// - Parameter callingCode: of the country in which a number without `+` is dialled; nil where nobody knows.
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

/// What people type as identifiers and names (wire-protocol 0.3, 9.1).
public enum IdentifierSyntax {
    /// What is wrong with one.
    public enum Problem: Error, Sendable, Equatable {
        case empty
        case notAnEmail
        case notAPhoneNumber
        case missingCountryCode
        case nameMissing
        case nameTooLong
        case nameWithColon

        /// What a person reads.
        public var message: String {
            switch self {
            case .empty: "Give an e-mail address or a phone number."
            case .notAnEmail: "This is not an e-mail address."
            case .notAPhoneNumber: "This is not a phone number: 5 to 15 digits after the +."
            case .missingCountryCode: "Give an e-mail address, or a phone number with + and country code."
            case .nameMissing: "Give a name."
            case .nameTooLong: "A name has at most 50 characters."
            case .nameWithColon: "A name cannot contain a colon."
            }
        }
    }

    /// A name without spaces around it; at most 50 characters, and no colon, which separates name and id in rooms.
    public static func displayName(_ text: String) throws(Problem) -> String {
        let name = trimmed(text)
        guard name.count <= 50 else { throw .nameTooLong }
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
