import Crypto
import CryptoExtras
import Synchronization

import struct Foundation.Data

/// The key pair of this device: RSA, made here; the private part leaves it only for storage.
public final class DeviceKeyPair: Sendable {
    public let publicKey: DevicePublicKey
    private let privateKey: Mutex<_RSA.Encryption.PrivateKey>

    /// Makes an RSA-2048 key with exponent 65537. Takes up to a second.
    public static func generate() throws(DeviceKeyError) -> DeviceKeyPair {
        guard let key = try? _RSA.Encryption.PrivateKey(keySize: .bits2048) else { throw .generationFailed }
        return try DeviceKeyPair(key)
    }

    /// Reads the private part as it was exported: PKCS#1 or PKCS#8 DER.
    public convenience init(der: SecretBytes) throws(DeviceKeyError) {
        let parsed = der.withUnsafeBytes { try? _RSA.Encryption.PrivateKey(unsafeDERRepresentation: $0) }
        guard let parsed else { throw .notAKey }
        try self.init(parsed)
    }

    /// Reads a private key as PEM (PKCS#1 or PKCS#8) or bare base64 of either.
    public convenience init(importing text: String) throws(DeviceKeyError) {
        guard text.utf8.count <= 16384,
            var der = KeyText.decode(text, labels: ["RSA PRIVATE KEY", "PRIVATE KEY"])
        else { throw .notAKey }
        let secret = der.withUnsafeBytes { SecretBytes(copying: $0) }
        der.withUnsafeMutableBytes { Overwrite.zero($0) }
        try self.init(der: secret)
    }

    private init(_ key: sending _RSA.Encryption.PrivateKey) throws(DeviceKeyError) {
        publicKey = try DevicePublicKey(key.publicKey)
        privateKey = Mutex(key)
    }

    /// The private part as DER, for sealed storage.
    public func exportDER() -> SecretBytes {
        privateKey.withLock { key in
            var der = key.derRepresentation
            defer { der.withUnsafeMutableBytes { Overwrite.zero($0) } }
            return der.withUnsafeBytes { SecretBytes(copying: $0) }
        }
    }

    /// A call key in an envelope; nil on every failure.
    func decryptCallKey(_ ciphertext: Data) -> CallKey? {
        decrypt(ciphertext)?.withUnsafeBytes { CallKey(copying: $0) }
    }

    /// Decrypts with RSA-OAEP with SHA-256; nil on every failure. The plaintext that the library returned is overwritten.
    func decrypt(_ ciphertext: Data) -> SecretBytes? {
        privateKey.withLock { key in
            defer { Overwrite.unusedStack() }
            guard var plaintext = try? key.decrypt(ciphertext, padding: .PKCS1_OAEP_SHA256) else { return nil }
            defer { plaintext.withUnsafeMutableBytes { Overwrite.zero($0) } }
            return plaintext.withUnsafeBytes { SecretBytes(copying: $0) }
        }
    }
}
