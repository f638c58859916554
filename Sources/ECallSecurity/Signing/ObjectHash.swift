import Crypto
import ECallAPI

import struct Foundation.Data

/// SHA-256 over the ASCII text of a signed object, `H` of the protocol (e2ee, words): names it, and binds what follows.
public struct ObjectHash: Sendable, Hashable, Comparable {
    public static let length = 32

    public let bytes: [UInt8]

    /// The hash of a text.
    public init(of text: String) { bytes = Array(SHA256.hash(data: Array(text.utf8))) }

    /// Reads its base64url form; nil for anything else.
    public init?(text: some StringProtocol) {
        guard let bytes = Base64URL.bytes(text), bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Base64url.
    public var text: String { Base64URL.encode(bytes) }

    /// The first eight bytes, as statuses name it.
    public var prefix: UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    public static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
