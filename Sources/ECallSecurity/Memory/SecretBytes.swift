import Crypto

/// Secret bytes of any length. The memory is overwritten when the last copy is released; the bytes are never printed.
public struct SecretBytes: Sendable, CustomStringConvertible, CustomReflectable {
    let storage: SymmetricKey

    /// Copies the bytes; anyone who owns the original overwrites it.
    public init(copying bytes: UnsafeRawBufferPointer) {
        storage = SymmetricKey(data: bytes)
    }

    /// Copies the bytes and overwrites the original.
    public init(taking bytes: inout [UInt8]) {
        storage = bytes.withUnsafeBytes { SymmetricKey(data: $0) }
        bytes.withUnsafeMutableBytes { Overwrite.zero($0) }
        bytes = []
    }

    /// The UTF-8 bytes of a passphrase or recovery code.
    public init(utf8 text: String) {
        var bytes = Array(text.utf8)
        self.init(taking: &bytes)
    }

    init(_ storage: SymmetricKey) { self.storage = storage }

    public var count: Int { storage.bitCount / 8 }

    /// Passes the bytes to a closure, which must not keep them.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try storage.withUnsafeBytes(body)
    }

    public var description: String { "SecretBytes" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
