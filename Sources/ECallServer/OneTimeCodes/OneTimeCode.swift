import Crypto
import ECallAPI
import ServerFoundation

/// A 6-digit code that proves that somebody reads an address.
struct OneTimeCode: Hashable, Sendable, Confidential {
    let digits: String

    /// nil unless it is exactly six ASCII digits.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        digits = text
    }

    private init(number: Int) {
        let text = String(number)
        digits = String(repeating: "0", count: 6 - text.count) + text
    }

    static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    static func random(using generator: inout some RandomNumberGenerator) -> Self {
        Self(number: Int.random(in: 0...999_999, using: &generator))
    }

    /// What is stored: bound to the identifier, and useless without the server's key, since six digits alone are
    /// guessed from a plain hash at once.
    func digest(for identifier: LoginIdentifier, key: SymmetricKey) -> String {
        HexDigest.hmac("\(identifier.text)\u{0}\(digits)", key: key)
    }
}
