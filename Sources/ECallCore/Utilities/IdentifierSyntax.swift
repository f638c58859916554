/// An e-mail address or a phone number, by which people sign in.
public enum LoginIdentifier: Sendable, Hashable {
    case email(String)
    case phone(String)

    /// Reads what a person typed; spaces, dashes, dots and brackets in a phone number are dropped.
    public init(_ text: String) throws(IdentifierSyntax.Problem) {
        let trimmed = IdentifierSyntax.trimmed(text)
        if trimmed.isEmpty { throw .empty }
        if trimmed.contains("@") {
            guard IdentifierSyntax.isEmail(trimmed) else { throw .notAnEmail }
            self = .email(trimmed)
        } else {
            let number = String(trimmed.filter { !" -.()/".contains($0) })
            guard IdentifierSyntax.isPhoneNumber(number) else {
                throw number.hasPrefix("+") ? .notAPhoneNumber : .missingCountryCode
            }
            self = .phone(number)
        }
    }

    /// The address or number itself.
    public var text: String {
        switch self {
        case .email(let text), .phone(let text): text
        }
    }
}

/// The syntax of identifiers and names (wire-protocol 0.3, 9.1).
public enum IdentifierSyntax {
    /// What is wrong with one.
    public enum Problem: Error, Sendable, Equatable {
        case empty
        case notAnEmail
        case notAPhoneNumber
        case missingCountryCode
        case nameTooLong
        case nameWithColon

        /// What a person reads.
        public var message: String {
            switch self {
            case .empty: "Give an e-mail address or a phone number."
            case .notAnEmail: "This is not an e-mail address."
            case .notAPhoneNumber: "This is not a phone number: 5 to 20 digits after the +."
            case .missingCountryCode: "Give an e-mail address, or a phone number with + and country code."
            case .nameTooLong: "A name has at most 50 characters."
            case .nameWithColon: "A name cannot contain a colon."
            }
        }
    }

    /// `local@domain.tld` in ASCII, at most 254 characters.
    public static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), text.utf8.count <= 254 else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, top.utf8.count >= 2 else { return false }
        let local = parts[0].utf8.allSatisfy { isAlphanumeric($0) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
        let dots = !parts[0].hasPrefix(".") && !parts[0].hasSuffix(".") && !parts[0].contains("..")
        return local && dots
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
    }

    /// `+` and 5 to 20 digits.
    public static func isPhoneNumber(_ text: String) -> Bool {
        guard text.hasPrefix("+") else { return false }
        let digits = text.dropFirst().utf8
        return (5...20).contains(digits.count) && digits.allSatisfy(isDigit)
    }

    /// A name without spaces around it; at most 50 characters, and no colon, which separates name and id in rooms.
    public static func displayName(_ text: String) throws(Problem) -> String {
        let name = trimmed(text)
        guard name.count <= 50 else { throw .nameTooLong }
        guard !name.contains(":") else { throw .nameWithColon }
        return name
    }

    static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
