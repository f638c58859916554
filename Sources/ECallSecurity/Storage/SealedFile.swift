import Crypto
import CryptoExtras
import FrameCrypto

import struct Foundation.Data

/// Why a sealed file could not be opened or made.
public enum SealedFileError: Error, Sendable, Equatable {
    /// The bytes are not a sealed file, or cut short.
    case malformed
    /// The first byte names a version that is not read here.
    case unsupportedVersion
    /// The cost of the key derivation is outside the accepted bounds, or its kind is unknown.
    case parametersOutOfRange
    /// The passphrase or key file is wrong, or the file was changed: the two cannot be distinguished.
    case wrongSecretOrChanged
    /// The system could not derive a key or encrypt.
    case failed
}

/// Secret bytes encrypted under a passphrase, a recovery code or a key file: device keys at rest and the recovery
/// package (e2ee 1).
///
/// `0x02 | kdf u8 | be32 iterations or log2 N | r u8 | p u8 | salt 32 | nonce 12 | ciphertext | tag 16`, AES-256-GCM,
/// everything before the nonce authenticated.
public enum SealedFile {
    /// The derivation of the key from the secret, and its cost.
    public enum Derivation: Sendable, Equatable {
        /// PBKDF2-HMAC-SHA256 (RFC 8018); 600 000 to 10 000 000 iterations.
        case pbkdf2(iterations: UInt32)
        /// scrypt (RFC 7914) with r = 8, p = 1; log2 N 15 to 18, which takes 32 to 256 MiB of memory.
        case scrypt(log2N: UInt32)

        /// 128 MiB and about half a second.
        public static let standard = Derivation.scrypt(log2N: 17)

        var isAccepted: Bool {
            switch self {
            case .pbkdf2(let iterations): (600_000...10_000_000).contains(iterations)
            case .scrypt(let log2N): (15...18).contains(log2N)
            }
        }
    }

    private static let version: UInt8 = 0x02
    private static let saltLength = 32
    private static let nonceLength = 12
    private static let tagLength = 16
    private static let headerLength = 8 + saltLength
    /// Neither a key nor a recovery package is anywhere near this long.
    public static let maximumLength = 1 << 20

    /// Seals secret bytes with fresh salt and nonce.
    public static func seal(
        _ plaintext: SecretBytes, under secret: SecretBytes, derivation: Derivation = .standard
    ) throws(SealedFileError) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return try seal(
            plaintext, under: secret, derivation: derivation,
            salt: (0..<saltLength).map { _ in .random(in: .min ... .max, using: &generator) },
            nonce: (0..<nonceLength).map { _ in .random(in: .min ... .max, using: &generator) })
    }

    /// For test vectors: salt and nonce must never be chosen otherwise.
    static func seal(
        _ plaintext: SecretBytes, under secret: SecretBytes, derivation: Derivation, salt: [UInt8], nonce: [UInt8]
    ) throws(SealedFileError) -> [UInt8] {
        guard derivation.isAccepted else { throw .parametersOutOfRange }
        guard salt.count == saltLength, nonce.count == nonceLength, plaintext.count < maximumLength / 2 else {
            throw .malformed
        }
        let header = header(derivation) + salt
        guard let key = deriveKey(secret, derivation, salt: salt),
            let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = plaintext.withUnsafeBytes({
                try? AES.GCM.seal($0, using: key, nonce: nonce, authenticating: header)
            }), let combined = box.combined
        else { throw .failed }
        return header + combined
    }

    /// Opens a sealed file of version 0x02.
    public static func open(_ file: [UInt8], with secret: SecretBytes) throws(SealedFileError) -> SecretBytes {
        guard let first = file.first, file.count <= maximumLength else { throw .malformed }
        guard first == version else { throw .unsupportedVersion }
        guard file.count >= headerLength + nonceLength + tagLength else { throw .malformed }
        let derivation = try derivation(file)
        guard let key = deriveKey(secret, derivation, salt: Array(file[8..<headerLength])) else { throw .failed }
        return try open(file[headerLength...], key: key, authenticating: file[..<headerLength])
    }

    /// Opens a recovery package of version 0x01 (wire-protocol 5.9): PBKDF2 with 100 000 iterations, and only the content
    /// authenticated. Only at the user's request.
    public static func openVersion1(
        _ file: [UInt8], with secret: SecretBytes
    ) throws(SealedFileError) -> SecretBytes {
        guard file.first == 0x01 else { throw file.isEmpty ? .malformed : .unsupportedVersion }
        guard file.count >= 1 + saltLength + nonceLength + tagLength, file.count <= maximumLength else {
            throw .malformed
        }
        let salt = Array(file[1...saltLength])
        guard let key = pbkdf2(secret, salt: salt, iterations: 100_000) else { throw .failed }
        return try open(file[(1 + saltLength)...], key: key, authenticating: [])
    }

    private static func header(_ derivation: Derivation) -> [UInt8] {
        let (kind, cost, blockSize, parallelism): (UInt8, UInt32, UInt8, UInt8) =
            switch derivation {
            case .pbkdf2(let iterations): (1, iterations, 0, 0)
            case .scrypt(let log2N): (2, log2N, 8, 1)
            }
        var header: [UInt8] = [version, kind]
        header.appendBigEndian(cost)
        return header + [blockSize, parallelism]
    }

    private static func derivation(_ file: [UInt8]) throws(SealedFileError) -> Derivation {
        let cost = file[2..<6].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let derivation: Derivation? =
            switch file[1] {
            case 1: .pbkdf2(iterations: cost)
            case 2: .scrypt(log2N: cost)
            default: nil
            }
        // The bytes of r and p have one accepted value each, which comparing with our own header checks.
        guard let derivation, derivation.isAccepted, header(derivation) == Array(file[..<8]) else {
            throw .parametersOutOfRange
        }
        return derivation
    }

    private static func deriveKey(_ secret: SecretBytes, _ derivation: Derivation, salt: [UInt8]) -> SymmetricKey? {
        guard secret.count > 0 else { return nil }
        return switch derivation {
        case .pbkdf2(let iterations): pbkdf2(secret, salt: salt, iterations: Int(iterations))
        case .scrypt(let log2N):
            secret.withUnsafeBytes {
                try? KDF.Scrypt.deriveKey(
                    from: $0, salt: salt, outputByteCount: 32, rounds: 1 << Int(log2N), blockSize: 8, parallelism: 1)
            }
        }
    }

    private static func pbkdf2(_ secret: SecretBytes, salt: [UInt8], iterations: Int) -> SymmetricKey? {
        secret.withUnsafeBytes {
            try? KDF.Insecure.PBKDF2.deriveKey(
                from: $0, salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: iterations)
        }
    }

    private static func open(
        _ combined: ArraySlice<UInt8>, key: SymmetricKey, authenticating header: ArraySlice<UInt8>
    ) throws(SealedFileError) -> SecretBytes {
        guard let box = try? AES.GCM.SealedBox(combined: combined) else { throw .malformed }
        guard var plaintext = try? AES.GCM.open(box, using: key, authenticating: header) else {
            throw .wrongSecretOrChanged
        }
        defer { plaintext.withUnsafeMutableBytes { Overwrite.zero($0) } }
        return plaintext.withUnsafeBytes { SecretBytes(copying: $0) }
    }
}
