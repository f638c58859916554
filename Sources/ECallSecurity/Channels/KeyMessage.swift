import Crypto
import ECallAPI
import FrameCrypto

import struct Foundation.Data

/// Carries another key over an open channel: `n.sealed` (e2ee 5).
public struct KeyMessage: Sendable, Hashable {
    /// generation u32 | step u8 | key, and the tag.
    static let sealedLength = 5 + SenderKey.length + 16

    /// From 1; rises by one for each message of a channel.
    public let n: UInt64
    public let sealed: [UInt8]

    public init(n: UInt64, sealed: [UInt8]) { (self.n, self.sealed) = (n, sealed) }

    /// Nil for anything but the one text of a key message.
    public init?(text: String) {
        let parts = text.parts(at: ".")
        guard parts.count == 2, let n = SignedPayload.integer(parts[0]), n > 0, let sealed = Base64URL.bytes(parts[1]),
            sealed.count == Self.sealedLength
        else { return nil }
        self.init(n: n, sealed: sealed)
    }

    public var text: String { "\(n).\(Base64URL.encode(sealed))" }

    /// Seals a key: AES-256-GCM, the nonce is n in 96 bits, no AAD. The caller answers for using each n once.
    public static func seal(_ key: SealingKey, n: UInt64, under channel: ChannelKey) -> [UInt8] {
        var plaintext: [UInt8] = []
        plaintext.reserveCapacity(5 + SenderKey.length)
        plaintext.appendBigEndian(key.generation)
        plaintext.append(key.step)
        key.key.withUnsafeBytes { plaintext.append(contentsOf: $0) }
        defer { plaintext.withUnsafeMutableBytes { Overwrite.zero($0) } }
        return MessageCipher.seal(plaintext, key: channel.secret, nonce: nonce(n))
    }

    /// Opens a key; nil on every failure.
    public static func open(_ sealed: [UInt8], n: UInt64, under channel: ChannelKey) -> SealingKey? {
        guard var bytes = MessageCipher.open(sealed, key: channel.secret, nonce: nonce(n)) else { return nil }
        defer { bytes.withUnsafeMutableBytes { Overwrite.zero($0) } }
        guard bytes.count == 5 + SenderKey.length else { return nil }
        let generation = bytes[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard generation & 0xFFFF != 0, bytes[4] <= SenderKey.lastStep,
            let key = bytes.withUnsafeBytes({ SenderKey(copying: UnsafeRawBufferPointer(rebasing: $0[5...])) })
        else { return nil }
        return SealingKey(generation: generation, step: bytes[4], key: key)
    }

    static func nonce(_ n: UInt64) -> [UInt8] {
        var nonce: [UInt8] = [0, 0, 0, 0]
        nonce.appendBigEndian(n)
        return nonce
    }
}
