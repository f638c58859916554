public import ECallAPI
public import ECallLanguage

extension LoginIdentifier {
    /// Reads what a person typed, however they spell a phone number.
    ///
    /// - Parameter callingCode: of the country in which a number without `+` is dialled; nil if it is unknown.
    public init(_ text: String, callingCode: String? = nil) throws(IdentifierSyntax.Problem) {
        let visible = VisibleText.of(text)
        if IdentifierSyntax.trimmed(visible).isEmpty { throw .empty }
        if visible.contains("@") {
            do throws(EmailAddress.Problem) { self = try EmailAddress.read(text) } catch { throw .init(error) }
        } else {
            let number: String
            do throws(DialledNumber.Problem) {
                number = try DialledNumber.read(text, callingCode: callingCode)
            } catch {
                throw .init(error)
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
        case emailLocalPart
        case notAPhoneNumber
        case missingCountryCode
        case phoneExtension
        case phoneLength
        case nameMissing
        case nameTooLong
        case nameWithColon

        /// The text for a person.
        public var text: Text {
            switch self {
            case .empty: .errorsInputNoIdentifier
            case .notAnEmail: .errorsInputNotAnEmail
            case .emailLocalPart: .errorsInputEmailLocalPart
            case .notAPhoneNumber: .errorsInputNotAPhoneNumber
            case .phoneExtension: .errorsInputPhoneExtension
            case .phoneLength: .errorsInputPhoneLength
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

extension IdentifierSyntax.Problem {
    fileprivate init(_ problem: EmailAddress.Problem) {
        self =
            switch problem {
            case .notAnEmail: .notAnEmail
            case .emailLocalPart: .emailLocalPart
            }
    }

    fileprivate init(_ problem: DialledNumber.Problem) {
        self =
            switch problem {
            case .notAPhoneNumber: .notAPhoneNumber
            case .missingCountryCode: .missingCountryCode
            case .phoneExtension: .phoneExtension
            case .phoneLength: .phoneLength
            }
    }
}
