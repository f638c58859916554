import Crypto
import ECallAPI
import ServerFoundation

/// The token of a link with which one person can become its maker's friend: 32 random bytes as 43 base62 characters
/// (wire-protocol 8.3).
struct ShareToken: Hashable, Sendable {
    static let length = ShareLink.tokenLength

    let text: String

    /// Returns nil for text that cannot be such a token.
    init?(_ text: String) {
        guard ShareLink.isToken(text) else { return nil }
        self.text = text
    }

    init(bytes: [UInt8]) { text = Base62.token(bytes) }

    /// The stored form, which a reader of the database cannot use.
    func hash(key: SymmetricKey) -> String { HexDigest.hmac(text, key: key) }

    private init(checked text: String) { self.text = text }

    static func random() -> Self { Self(checked: Base62.randomToken()) }
}
