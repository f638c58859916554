import Crypto
import Foundation

/// The integrity and authenticity of a message (RFC 8489 section 14.5 to 14.7).
public enum STUNIntegrity {
    static let codeLength = 20

    static func code(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
    }

    /// The CRC-32 of ISO 3309, XORed with the constant of STUN.
    static func fingerprint(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        let marked = ~sum ^ 0x5354_554E
        return (0..<4).map { UInt8(truncatingIfNeeded: marked >> (24 - 8 * $0)) }
    }

    /// Whether a whole message has a MESSAGE-INTEGRITY of this key, and no wrong FINGERPRINT. Attributes after the former
    /// are not covered by it.
    public static func isIntact(_ bytes: some Collection<UInt8>, key: [UInt8]) -> Bool {
        let bytes = Array(bytes)
        guard bytes.count >= STUNMessage.headerLength else { return false }
        var index = STUNMessage.headerLength
        var isAuthentic = false
        while index + 4 <= bytes.count {
            let length = Int(STUNMessage.number(bytes, index + 2))
            guard index + 4 + length <= bytes.count else { return false }
            let value = bytes[(index + 4)..<(index + 4 + length)]
            switch STUNMessage.number(bytes, index) {
            case STUNAttribute.messageIntegrity where !isAuthentic:
                let covered = shortened(bytes, to: index, counting: 4 + codeLength)
                let key = SymmetricKey(data: key)
                guard HMAC<Insecure.SHA1>.isValidAuthenticationCode(value, authenticating: covered, using: key) else {
                    return false
                }
                isAuthentic = true
            case STUNAttribute.fingerprint:
                guard Array(value) == fingerprint(shortened(bytes, to: index, counting: 8)) else { return false }
            default: break
            }
            index += 4 + STUNMessage.padded(length)
        }
        return isAuthentic
    }

    /// The bytes before an attribute, with the message length adjusted to its end.
    private static func shortened(_ bytes: [UInt8], to end: Int, counting length: Int) -> [UInt8] {
        var covered = Array(bytes[..<end])
        covered.replaceSubrange(
            2..<4, with: STUNMessage.bytes(UInt16(truncatingIfNeeded: end + length - STUNMessage.headerLength)))
        return covered
    }
}

/// A user name and password of a server (RFC 8489 section 9.2).
public struct LongTermCredential: Sendable, Equatable {
    public let username: String
    public let password: String

    public init(username: String, password: String) { (self.username, self.password) = (username, password) }

    /// The key that signs messages in a realm.
    public func key(realm: String) -> [UInt8] {
        Array(Insecure.MD5.hash(data: Data("\(username):\(realm):\(password)".utf8)))
    }
}
