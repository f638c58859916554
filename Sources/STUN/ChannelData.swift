/// Data on a channel of an allocation (RFC 8656 section 12.4).
public struct ChannelData: Sendable, Equatable {
    /// The channel numbers that clients can choose.
    public static let numbers: ClosedRange<UInt16> = 0x4000...0x4FFF
    public static let headerLength = 4

    public let number: UInt16
    public let bytes: [UInt8]

    public init(number: UInt16, bytes: [UInt8]) { (self.number, self.bytes) = (number, bytes) }

    /// Returns nil for anything else, and for data shorter than its length says. Over streams, padding follows.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= Self.headerLength else { return nil }
        let (number, length) = (STUNMessage.number(bytes, 0), Int(STUNMessage.number(bytes, 2)))
        guard Self.numbers.contains(number), bytes.count >= Self.headerLength + length else { return nil }
        self.init(number: number, bytes: Array(bytes[Self.headerLength..<(Self.headerLength + length)]))
    }

    /// - Parameter padded: true for streams.
    public func encoded(padded: Bool) -> [UInt8] {
        let filling = padded ? STUNMessage.padded(bytes.count) - bytes.count : 0
        return STUNMessage.bytes(number) + STUNMessage.bytes(UInt16(truncatingIfNeeded: bytes.count)) + bytes
            + [UInt8](repeating: 0, count: filling)
    }
}

/// Splits a stream into messages and channel data (RFC 8489 section 6.2.2, RFC 8656 section 12.5). Pure.
public enum STUNFraming {
    /// The length of the first message with its padding; nil while its header is incomplete. Throws if it is neither kind.
    public static func length(of header: some Collection<UInt8>) throws(STUNFailure) -> Int? {
        let header = Array(header.prefix(4))
        guard header.count == 4 else { return nil }
        let length = Int(STUNMessage.number(header, 2))
        if header[0] & 0xC0 == 0 {
            guard length % 4 == 0 else { throw .malformed }
            return STUNMessage.headerLength + length
        }
        guard ChannelData.numbers.contains(STUNMessage.number(header, 0)) else { throw .malformed }
        return ChannelData.headerLength + STUNMessage.padded(length)
    }
}
