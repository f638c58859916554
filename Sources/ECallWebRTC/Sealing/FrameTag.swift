import Foundation

/// Precedes each opened H.264 frame, and tells the decoder its sender: libwebrtc doesn't. Pure.
///
/// A NAL unit of filler data (ITU-T H.264 7.4.2.7) of 63 random bits, so that the decoder accepts only frames that one of our decryptors
/// has opened. Shorter than the tag of AES-GCM, so that a frame is never larger than it came. With nothing behind it, it represents a frame
/// that didn't open: libwebrtc would wait for three seconds behind a gap before it asks for a key frame.
struct FrameTag: Hashable, Sendable {
    private static let start: [UInt8] = [0, 0, 0, 1, 0x0C]
    static let size = start.count + 9

    private let number: UInt64

    init(random number: UInt64 = .random(in: 0...UInt64.max)) { self.number = number & (1 << 63 - 1) }

    /// Seven bits a byte, so that it contains no zero byte.
    var bytes: [UInt8] { Self.start + (0..<9).map { 0x80 | UInt8(truncatingIfNeeded: number >> (7 * $0)) } }

    /// The tag of a frame and the rest; nil without a tag.
    static func split(_ data: Data) -> (FrameTag, Data)? {
        let head = data.prefix(size)
        guard head.count == size, head.starts(with: start) else { return nil }
        let digits = head.dropFirst(start.count)
        guard digits.allSatisfy({ $0 & 0x80 != 0 }) else { return nil }
        let number = digits.reversed().reduce(UInt64(0)) { $0 << 7 | UInt64($1 & 0x7F) }
        return (FrameTag(random: number), Data(data.dropFirst(size)))
    }
}
