import Crypto

import struct Foundation.Data

/// The private keys of one entry into a call, used for no other; their memory is overwritten with the last copy (e2ee 3).
public struct JoinSecrets: Sendable, CustomStringConvertible, CustomReflectable {
    private let xSeed: SecretBytes
    private let mSeed: SecretBytes?
    /// The public X25519 key, 32 bytes.
    public let x: [UInt8]
    /// The public ML-KEM-768 key, 1 184 bytes, if there is one.
    public let m: [UInt8]?

    /// Derives the keys from seeds: 32 bytes, and 64 if the device has ML-KEM.
    public init?(xSeed: SecretBytes, mSeed: SecretBytes?) {
        defer { Overwrite.unusedStack() }
        let x = xSeed.withUnsafeBytes { try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
        guard let x else { return nil }
        if let mSeed {
            let m = mSeed.withUnsafeBytes { seed in
                try? MLKEM768.PrivateKey(seedRepresentation: seed, publicKey: nil)
            }
            guard let m else { return nil }
            self.m = Array(m.publicKey.rawRepresentation)
        } else {
            m = nil
        }
        self.x = Array(x.publicKey.rawRepresentation)
        (self.xSeed, self.mSeed) = (xSeed, mSeed)
    }

    /// Agrees by X25519 with another's key; nil if the result is all zero, which a key of small order gives (RFC 7748 section 6.1:
    /// the library does not check).
    func agree(with x: [UInt8]) -> SecretBytes? {
        defer { Overwrite.unusedStack() }
        let shared = xSeed.withUnsafeBytes { seed in
            (try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: seed)).flatMap { key in
                (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: x)).flatMap {
                    try? key.sharedSecretFromKeyAgreement(with: $0)
                }
            }
        }
        guard let shared else { return nil }
        return shared.withUnsafeBytes { bytes in
            bytes.reduce(0, |) == 0 ? nil : SecretBytes(copying: bytes)
        }
    }

    /// ML-KEM decapsulation.
    func decapsulate(_ ciphertext: [UInt8]) -> SecretBytes? {
        defer { Overwrite.unusedStack() }
        guard let mSeed else { return nil }
        let secret = mSeed.withUnsafeBytes { seed in
            (try? MLKEM768.PrivateKey(seedRepresentation: seed, publicKey: nil))
                .flatMap { try? $0.decapsulate(ciphertext) }
        }
        return secret.map { SecretBytes($0) }
    }

    /// Whether bytes are an ML-KEM-768 public key.
    static func isPublicKey(_ m: [UInt8]) -> Bool { (try? MLKEM768.PublicKey(rawRepresentation: m)) != nil }

    /// Passes the seed of `x` to a memory search, which must not keep it.
    package func withUnsafeSeed<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try xSeed.withUnsafeBytes(body)
    }

    public var description: String { "JoinSecrets" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
