import Crypto
import ECallAPI

import struct Foundation.Data

/// The public half of a device's Ed25519 pair (RFC 8032), by which others know the device (e2ee 1).
public struct SigningPublicKey: Sendable, Hashable {
    public static let length = 32

    public let bytes: [UInt8]

    /// Returns nil for bytes that are not a key, and for a key of small order: some libraries verify every signature under such a key.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.length, !Self.isOfSmallOrder(bytes),
            (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil
        else { return nil }
        self.bytes = bytes
    }

    /// Reads its base64url form; nil for anything that is not an acceptable key.
    public init?(text: String) {
        guard let bytes = Base64URL.bytes(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// Base64url.
    public var text: String { Base64URL.encode(bytes) }

    /// Whether a signature of 64 bytes is this key's for a message.
    public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
        return key.isValidSignature(signature, for: message)
    }

    /// The y coordinates of the eight points of small order, each with every sign and each encoding of a y below 2^255
    /// (as in the list of libsodium's `ge25519_has_small_order`).
    private static let smallOrder: [[UInt8]] = [
        littleEndian(0), littleEndian(1),
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
            0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
            0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
        nearPrime(0xec), nearPrime(0xed), nearPrime(0xee),
    ]

    private static func isOfSmallOrder(_ bytes: [UInt8]) -> Bool {
        var y = bytes
        y[31] &= 0x7F
        return smallOrder.contains(y)
    }

    private static func littleEndian(_ low: UInt8) -> [UInt8] { [low] + [UInt8](repeating: 0, count: 31) }

    /// 2^255 − 19 plus the few that matter: p − 1, p, p + 1.
    private static func nearPrime(_ low: UInt8) -> [UInt8] {
        [low] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    }
}

/// A device's Ed25519 pair, created with its RSA pair and stored by the same rules (e2ee 1).
public struct SigningKeyPair: Sendable, CustomStringConvertible, CustomReflectable {
    public let publicKey: SigningPublicKey
    private let seed: SecretBytes

    /// Draws a pair.
    public static func generate() -> SigningKeyPair {
        while true {
            let pair = SigningKeyPair(seed: SecretBytes(SymmetricKey(size: .bits256)))
            if let pair { return pair }
        }
    }

    /// The pair of a stored seed; nil unless it has 32 bytes.
    public init?(seed: SecretBytes) {
        let key = seed.withUnsafeBytes { try? Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
        guard seed.count == 32, let key, let publicKey = SigningPublicKey(bytes: Array(key.publicKey.rawRepresentation))
        else { return nil }
        self.publicKey = publicKey
        self.seed = seed
    }

    /// The seed, for sealed storage.
    public func exportSeed() -> SecretBytes { seed }

    /// A signature of 64 bytes; nil if the library refuses.
    func sign(_ message: [UInt8]) -> [UInt8]? {
        defer { Overwrite.unusedStack() }
        return seed.withUnsafeBytes { seed in
            (try? Curve25519.Signing.PrivateKey(rawRepresentation: seed))
                .flatMap { try? $0.signature(for: message) }.map { Array($0) }
        }
    }

    public var description: String { "SigningKeyPair" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
