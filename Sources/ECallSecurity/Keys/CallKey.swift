import Crypto
import FrameCrypto

/// 32 random bytes in an invitation, which the server and stock clients expect; nothing is protected with them (e2ee 2).
///
/// The bytes are in one buffer that is overwritten when the last copy of the value is released. They cannot be read,
/// printed or written: a key leaves the process only inside an envelope.
public struct CallKey: Sendable, CustomStringConvertible, CustomReflectable {
    static let length = 32

    let secret: SymmetricKey
    /// Draws a new key from the system's generator.
    public init() {
        self.init(SymmetricKey(size: .bits256))
    }

    /// Nil unless there are 32 bytes.
    init?(copying bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.length else { return nil }
        self.init(SymmetricKey(data: bytes))
    }

    private init(_ secret: SymmetricKey) {
        self.secret = secret
    }

    public var description: String { "CallKey" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
