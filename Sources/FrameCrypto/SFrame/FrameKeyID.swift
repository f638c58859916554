/// A KID of this system: `1 << 63 | tag << 48 | session` (e2ee 3).
///
/// The top bit makes every KID eight bytes long, so an SFrame header always starts 0xF0 to 0xFF.
public struct FrameKeyID: Sendable, Hashable {
    /// The first 15 bits of the key's name.
    public let tag: UInt16
    /// 48 random bits, drawn for one sealer.
    public let session: UInt64

    /// Cuts tag and session to 15 and 48 bits.
    public init(tag: UInt16, session: UInt64) {
        self.tag = tag & 0x7FFF
        self.session = session & Self.sessionMask
    }

    /// Reads a KID; nil without the top bit.
    public init?(_ rawValue: UInt64) {
        guard rawValue >> 63 == 1 else { return nil }
        self.init(tag: UInt16(truncatingIfNeeded: rawValue >> 48), session: rawValue)
    }

    public var rawValue: UInt64 { 1 << 63 | UInt64(tag) << 48 | session }

    private static var sessionMask: UInt64 { (1 << 48) - 1 }

    /// The tag of a key name: `(name[0] << 8 | name[1]) >> 1`.
    public static func tag(ofName name: [UInt8]) -> UInt16 {
        guard name.count >= 2 else { return 0 }
        return (UInt16(name[0]) << 8 | UInt16(name[1])) >> 1
    }
}
