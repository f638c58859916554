import ECallAPI

/// What a person signs in with: an e-mail address or a telephone number, checked and in one canonical form.
enum LoginIdentifier: Hashable, Sendable {
    /// Lower case.
    case email(String)
    /// `+` and 5 to 15 digits (ITU-T E.164).
    case phone(String)

    /// Reads the pair a client sends; "" counts as absent, and the address wins when there are both (wire-protocol 1.8,
    /// 2). nil when the one that counts is not valid.
    init?(email: String?, phoneNumber: String?) {
        if let email, !email.isEmpty {
            guard let address = Self.canonicalEmail(email) else { return nil }
            self = .email(address)
        } else if let phoneNumber, Self.isPhoneNumber(phoneNumber) {
            self = .phone(phoneNumber)
        } else {
            return nil
        }
    }

    /// The same, throwing `code` where none is valid.
    static func read(email: String?, phoneNumber: String?, or code: ErrorCode) throws -> Self {
        guard let identifier = Self(email: email, phoneNumber: phoneNumber) else {
            throw APIFailure(code, "Please give a valid e-mail address or phone number")
        }
        return identifier
    }

    var channel: MessageChannel {
        switch self {
        case .email: .email
        case .phone: .sms
        }
    }

    /// Unique among both kinds: an address holds an @, a number never does.
    var text: String {
        switch self {
        case .email(let text), .phone(let text): text
        }
    }

    /// What others see until the person chooses a name: the part before the @, or a masked number.
    var defaultDisplayName: String {
        switch self {
        case .email(let address): String((address.split(separator: "@").first ?? "").prefix(DisplayName.longest))
        case .phone(let number): "***" + number.suffix(2)
        }
    }

    private static func canonicalEmail(_ text: String) -> String? {
        guard text.utf8.count <= 254, text.allSatisfy(\.isASCII) else { return nil }
        let parts = text.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].count), isDotted(parts[0], by: isLocalCharacter) else {
            return nil
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        let isHost =
            labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
        guard isHost, labels.last?.allSatisfy(\.isNumber) == false else { return nil }
        return "\(parts[0])@\(parts[1])"
    }

    /// RFC 5322 dot-atom.
    private static func isDotted(_ text: Substring, by isAllowed: (Character) -> Bool) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.allSatisfy(isAllowed)
        }
    }

    private static func isLocalCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "!#$%&'*+-/=?^_`{|}~".contains(character)
    }

    private static func isPhoneNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.first == UInt8(ascii: "+") && (6...16).contains(bytes.count)
            && bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
