import ECallAPI
import Notifications
import ServerFoundation

extension LoginIdentifier {
    /// Reads the pair that a client sends; "" counts as absent, and the address takes precedence (wire-protocol 1.8, 2).
    /// Returns nil if the one that counts is not valid. All spellings of an address or number are one identifier (decision 119).
    init?(email: String?, phoneNumber: String?) {
        if let email, !email.isEmpty {
            guard let address = try? EmailAddress.read(email) else { return nil }
            self = address
        } else {
            self.init(phoneNumber: DialledNumber.canonical(phoneNumber ?? ""))
        }
    }

    /// The same, but throws `code` if none is valid.
    static func read(email: String?, phoneNumber: String?, or code: ErrorCode) throws -> Self {
        guard let identifier = Self(email: email, phoneNumber: phoneNumber) else {
            throw APIFailure(code, "Enter a valid e-mail address or phone number")
        }
        return identifier
    }

    var channel: MessageChannel {
        switch self {
        case .email: .email
        case .phone: .sms
        }
    }

    /// The name that others see until the person chooses one: the part before the @, or a masked number.
    var defaultDisplayName: String {
        switch self {
        case .email(let address): String((address.split(separator: "@").first ?? "").prefix(DisplayName.longest))
        case .phone(let number): "***" + number.suffix(2)
        }
    }
}
