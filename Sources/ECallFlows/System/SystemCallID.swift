import Crypto
public import ECallAPI
public import Foundation

/// The UUIDs by which the system's call screen knows calls: the same for each push and each signal of one call.
///
/// Derived as RFC 9562 does in appendix B.2, a UUIDv8 by name: SHA-256 over a namespace and a name, cut to 128 bits, with version 8
/// in place of UUIDv5 and its SHA-1.
public enum SystemCallID {
    /// The namespace of calls, drawn at random once.
    private static let namespace = uuid([
        0x3d, 0x5f, 0x0e, 0x6b, 0x8a, 0x41, 0x4c, 0x97, 0xb2, 0x0d, 0x51, 0xc7, 0x9e, 0x68, 0x14, 0xfa,
    ])

    /// The UUID of a call.
    public static func of(_ call: CallID) -> UUID { derive("call \(call)", in: namespace) }

    /// The UUID of a push that names no call: the first, the second, and so on.
    static func unreadable(_ number: Int) -> UUID { derive("unreadable \(number)", in: namespace) }

    static func derive(_ name: String, in namespace: UUID) -> UUID {
        var hash = SHA256()
        withUnsafeBytes(of: namespace.uuid) { hash.update(bufferPointer: $0) }
        hash.update(data: Data(name.utf8))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        return uuid(bytes)
    }

    private static func uuid(_ bytes: [UInt8]) -> UUID {
        bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
