package import Crypto
package import Foundation

/// Keyed and plain digests in lower-case hex, which the database holds in place of codes and tokens.
package enum HexDigest {
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    package static func sha256(_ text: String) -> String { sha256(Data(text.utf8)) }
    package static func sha256(_ data: Data) -> String { hex(SHA256.hash(data: data)) }

    package static func hmac(_ text: String, key: SymmetricKey) -> String {
        hex(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }

    /// Whether two digests are equal, compared in constant time.
    package static func areEqual(_ one: String, _ other: String) -> Bool {
        let (left, right) = (Array(one.utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
