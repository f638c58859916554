import Crypto
import ECallAPI
import ServerFoundation

/// A link by which one person may become its maker's friend: 32 random bytes as 43 base62 characters
/// (wire-protocol 8.3).
struct ShareToken: Hashable, Sendable {
    static let length = ShareLink.tokenLength
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

    let text: String

    /// nil for what cannot be such a token.
    init?(_ text: String) {
        guard ShareLink.isToken(text) else { return nil }
        self.text = text
    }

    /// The bytes as one big-endian number in base 62, padded on the left: 62^43 is just above 2^256.
    init(bytes: [UInt8]) {
        var digits: [Character] = []
        var number = bytes
        for _ in 0..<Self.length {
            var remainder = 0
            for index in number.indices {
                let value = remainder << 8 | Int(number[index])
                number[index] = UInt8(value / 62)
                remainder = value % 62
            }
            digits.append(Self.alphabet[remainder])
        }
        text = String(digits.reversed())
    }

    /// How it is stored: nobody who reads the database can use it.
    func hash(key: SymmetricKey) -> String { HexDigest.hmac(text, key: key) }

    static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        return Self(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
