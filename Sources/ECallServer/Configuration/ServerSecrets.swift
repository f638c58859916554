import Crypto
import Foundation

/// The server's one random secret, and the keys made from it: one for each purpose, so that none can stand in for another.
struct ServerSecrets: Sendable, Confidential {
    private let root: SymmetricKey

    init(root: SymmetricKey) { self.root = root }

    /// What a key is for. The text is part of the derivation: it never changes.
    enum Purpose: String {
        case tokens = "ecall tokens"
        case oneTimeCodes = "ecall one-time codes"
        case shareTokens = "ecall share tokens"
        case turnCredentials = "ecall turn credentials"
        case signalingTokens = "ecall signaling passcodes"
        /// Kept in the database, so that a secret and a database which do not belong together are known.
        case installation = "ecall installation"
    }

    /// 32 bytes by HKDF-SHA256 (RFC 5869).
    func key(for purpose: Purpose) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Data(purpose.rawValue.utf8), outputByteCount: 32)
    }

    /// What the database keeps: says nothing of the secret or its other keys.
    var installationProof: String { Digest.hex(key(for: .installation).withUnsafeBytes { Data($0) }) }
}

/// Keyed and plain digests, in lower-case hex: what the database holds in place of codes and tokens.
enum Digest {
    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
        return text
    }

    static func sha256(_ text: String) -> String { sha256(Data(text.utf8)) }
    static func sha256(_ data: Data) -> String { hex(SHA256.hash(data: data)) }

    static func hmac(_ text: String, key: SymmetricKey) -> String {
        hex(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }

    /// Whether two digests are the same, in time that does not depend on where they differ.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        let (left, right) = (Array(one.utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
