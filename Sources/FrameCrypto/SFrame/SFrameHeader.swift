/// The SFrame header: which key sealed a frame, and its counter under that key (RFC 9605 section 4.3).
///
/// Decoding is strict: every pair of values has one encoding, any other is refused.
public struct SFrameHeader: Sendable, Hashable {
    /// The key id, `KID`.
    public let keyID: UInt64
    /// The frame counter, `CTR`.
    public let counter: UInt64

    /// The longest header: a configuration byte and two values of eight bytes.
    public static let maximumLength = 17

    public init(keyID: UInt64, counter: UInt64) {
        self.keyID = keyID
        self.counter = counter
    }

    /// Reads a header from the front of `bytes`; returns it and its length, or nil when the bytes are not a header.
    public static func decode(_ bytes: ArraySlice<UInt8>) -> (header: SFrameHeader, length: Int)? {
        guard let configuration = bytes.first else { return nil }
        var position = bytes.startIndex + 1
        guard
            let keyID = decodeValue(flags: configuration >> 4, bytes, &position),
            let counter = decodeValue(flags: configuration & 0x0F, bytes, &position)
        else { return nil }
        return (SFrameHeader(keyID: keyID, counter: counter), position - bytes.startIndex)
    }

    /// The one encoding of the header.
    public var encoded: [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: Self.maximumLength, alignment: 1) { buffer in
            Array(buffer[..<encode(into: buffer)])
        }
    }

    /// Writes the one encoding to the front of a buffer of `maximumLength` bytes at least; answers its length.
    func encode(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        precondition(buffer.count >= Self.maximumLength)
        buffer[0] = Self.flags(keyID) << 4 | Self.flags(counter)
        var length = 1
        Self.write(keyID, to: buffer, &length)
        Self.write(counter, to: buffer, &length)
        return length
    }

    /// Four bits: the value itself below 8, otherwise the extension bit and the length minus one.
    private static func flags(_ value: UInt64) -> UInt8 {
        value < 8 ? UInt8(value) : 0x8 | UInt8(length(value) - 1)
    }

    private static func length(_ value: UInt64) -> Int { (71 - value.leadingZeroBitCount) / 8 }

    private static func write(_ value: UInt64, to buffer: UnsafeMutableRawBufferPointer, _ position: inout Int) {
        guard value >= 8 else { return }
        var rest = length(value)
        while rest > 0 {
            rest -= 1
            buffer[position] = UInt8(truncatingIfNeeded: value >> UInt64(8 * rest))
            position += 1
        }
    }

    private static func decodeValue(flags: UInt8, _ bytes: ArraySlice<UInt8>, _ position: inout Int) -> UInt64? {
        guard flags & 0x8 != 0 else { return UInt64(flags) }
        let end = position + Int(flags & 0x7) + 1
        guard end <= bytes.endIndex else { return nil }
        // A leading zero, or a value that fits the flags, would be a second encoding.
        guard bytes[position] != 0 else { return nil }
        var value: UInt64 = 0
        for index in position..<end { value = value << 8 | UInt64(bytes[index]) }
        guard value >= 8 else { return nil }
        position = end
        return value
    }
}
