/// The identifier that a person signs in with: an e-mail address or a telephone number, checked and in one canonical form
/// (wire-protocol 9.1). The page has the same rule; `Tests/Vectors/identifiers.json` holds both to it.
public enum LoginIdentifier: Sendable, Hashable {
    /// Lower case.
    case email(String)
    /// `+` and 5 to 15 digits (ITU-T E.164).
    case phone(String)

    /// The address or number itself. Unique among both kinds: an address holds an @, a number never does.
    public var text: String {
        switch self {
        case .email(let text), .phone(let text): text
        }
    }

    /// Reads an address: `local@domain.tld` in ASCII, at most 254 characters; nil for anything else.
    public init?(email text: String) {
        guard text.utf8.count <= 254, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let parts = text.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isLocalPart(parts[0]), Self.isDomain(parts[1]) else { return nil }
        self = .email("\(parts[0])@\(parts[1])")
    }

    /// Reads a number that is written without spaces; nil for anything else.
    public init?(phoneNumber text: String) {
        guard text.utf8.first == UInt8(ascii: "+"), (6...16).contains(text.utf8.count),
            text.utf8.dropFirst().allSatisfy(Self.isDigit)
        else { return nil }
        self = .phone(text)
    }

    /// A dot-atom (RFC 5322 section 3.2.3) of at most 64 characters (RFC 5321 section 4.5.3.1.1).
    private static func isLocalPart(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { isAlphanumeric($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
            }
    }

    /// Two labels or more (RFC 1035 section 2.3.1), the last of two characters or more and no number.
    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, top.utf8.count >= 2, !top.utf8.allSatisfy(isDigit) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Whether a byte is a letter or digit; letters are in lower case already.
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
