import Crypto
import ECallAPI
import ServerFoundation

/// A code of 6, 8 or 10 digits that proves access to an address.
struct OneTimeCode: Hashable, Sendable, Confidential {
    let digits: String

    static let lengths = [6, 8, 10]

    /// Returns nil unless the text has one of `lengths` ASCII digits.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard Self.lengths.contains(bytes.count),
            bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            return nil
        }
        digits = text
    }

    /// - Parameter length: one of `lengths`.
    static func random(_ length: Int = lengths[0]) -> Self {
        let digits = (0..<length).map { _ in String(Int.random(in: 0...9)) }.joined()
        guard let code = Self(digits) else { preconditionFailure("no code has \(length) digits") }
        return code
    }

    /// The stored form: bound to the identifier, and useless without the server's key, since so few digits are easily
    /// guessed from a plain hash.
    func digest(for identifier: LoginIdentifier, key: SymmetricKey) -> String {
        HexDigest.hmac("\(identifier.text)\u{0}\(digits)", key: key)
    }
}
