import Crypto
import Foundation
import ServerFoundation

/// The server's one random secret, and the keys derived from it: one for each purpose, so that none can stand in for another.
struct ServerSecrets: Sendable, Confidential {
    private let root: SymmetricKey

    init(root: SymmetricKey) { self.root = root }

    /// The purpose of a key. The text is part of the derivation and never changes.
    enum Purpose: String {
        case tokens = "ecall tokens"
        case oneTimeCodes = "ecall one-time codes"
        case shareTokens = "ecall share tokens"
        case personalLinks = "ecall personal links"
        case turnCredentials = "ecall turn credentials"
        case signalingTokens = "ecall signaling passcodes"
        case webPush = "ecall web push"
        case signInChallenges = "ecall sign-in challenges"
        /// Kept in the database, to detect a secret and a database that do not belong together.
        case installation = "ecall installation"
    }

    /// 32 bytes by HKDF-SHA256 (RFC 5869).
    func key(for purpose: Purpose) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Data(purpose.rawValue.utf8), outputByteCount: 32)
    }

    /// The value kept in the database; it reveals nothing about the secret or its other keys.
    var installationProof: String { HexDigest.hex(key(for: .installation).withUnsafeBytes { Data($0) }) }
}
