import Crypto
import CryptoExtras

import struct Foundation.Data

/// Why a key is not accepted. Never carries the key.
public enum DeviceKeyError: Error, Sendable, Equatable {
    /// The text is not a key in one of the accepted forms.
    case notAKey
    /// An RSA key below 2048 or above 4096 bits.
    case unsupportedSize
    /// An RSA key whose public exponent is not 65537.
    case unsupportedExponent
    /// The system could not make a key.
    case generationFailed
}

/// The public key of a device, to which call keys are wrapped: RSA, or P-256 as stock apps have it (wire-protocol 2.3).
public struct DevicePublicKey: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// `RSAPublicKey` DER (RFC 8017 appendix A.1.1).
        case rsa(pkcs1: [UInt8])
        /// The 64 bytes X | Y.
        case p256(raw: [UInt8])
    }

    static let acceptedSizes = 2048...4096
    let kind: Kind

    /// Reads PEM (PKCS#1 or SubjectPublicKeyInfo) or bare base64, URL-safe or not, padded or not.
    public init(importing text: String) throws(DeviceKeyError) {
        guard text.utf8.count <= 8192, let der = KeyText.decode(text, labels: ["RSA PUBLIC KEY", "PUBLIC KEY"]) else {
            throw .notAKey
        }
        if der.count == 64, (try? P256.KeyAgreement.PublicKey(rawRepresentation: der)) != nil {
            self.init(.p256(raw: [UInt8](der)))
            return
        }
        // Below the accepted sizes, but parsed, so that the error can tell what is wrong.
        guard let key = try? _RSA.Encryption.PublicKey(unsafeDERRepresentation: der) else { throw .notAKey }
        guard der == key.pkcs1DERRepresentation || der == key.derRepresentation else { throw .notAKey }
        try self.init(key)
    }

    private init(_ kind: Kind) { self.kind = kind }

    /// Reads the `RSAPublicKey` DER of an identity, in its one encoding (e2ee 1).
    init(pkcs1: [UInt8]) throws(DeviceKeyError) {
        guard let key = try? _RSA.Encryption.PublicKey(unsafeDERRepresentation: pkcs1),
            pkcs1 == [UInt8](key.pkcs1DERRepresentation)
        else { throw .notAKey }
        try self.init(key)
    }

    /// The `RSAPublicKey` DER; nil for a key of another kind.
    var pkcs1: [UInt8]? {
        if case .rsa(let pkcs1) = kind { pkcs1 } else { nil }
    }

    init(_ key: _RSA.Encryption.PublicKey) throws(DeviceKeyError) {
        guard Self.acceptedSizes.contains(key.keySizeInBits) else { throw .unsupportedSize }
        guard let primitives = try? key.getKeyPrimitives() else { throw .notAKey }
        guard primitives.publicExponent.drop(while: { $0 == 0 }).elementsEqual([1, 0, 1]) else {
            throw .unsupportedExponent
        }
        guard let last = primitives.modulus.last, last & 1 == 1 else { throw .notAKey }
        self.init(.rsa(pkcs1: [UInt8](key.pkcs1DERRepresentation)))
    }

    /// The wire format: base64 of the PKCS#1 DER, or of the 64 bytes of a P-256 key.
    public var text: String { Data(bytes).base64EncodedString() }

    /// `publicKeyHash` of the protocol: lower-case hex SHA-256 of `text`.
    public var publicKeyHash: String { SHA256.hash(data: Array(text.utf8)).hex }

    /// The value pinned for a peer: lower-case hex SHA-256 of the key's one encoding, however it was imported.
    public var pin: String { SHA256.hash(data: bytes).hex }

    /// Whether the key is RSA; a stock app may have a P-256 key.
    public var isRSA: Bool {
        if case .rsa = kind { true } else { false }
    }

    private var bytes: [UInt8] {
        switch kind {
        case .rsa(let bytes), .p256(let bytes): bytes
        }
    }
}

extension Digest {
    var hex: String {
        map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }
}
