/// A KID: which key of its sender seals a frame, in which run and on which layer (e2ee 8).
///
/// `1 << 63 | (generation mod 512) << 54 | step << 48 | run << 32 | random << 2 | layer`. The top bit makes every KID
/// eight bytes long, so an SFrame header always starts 0xF0 to 0xFF.
public struct SenderFrameKeyID: Sendable, Hashable {
    /// Layers a track can have.
    public static let layers = 4
    /// KIDs tell this many generations apart.
    public static let generations: UInt32 = 512

    public let rawValue: UInt64

    /// Cuts the step to 6 bits, the random number to 30 and the layer to 2; a generation loses all but its last 9 bits.
    public init(generation: UInt32, step: UInt8, run: UInt16, random: UInt32, layer: UInt8) {
        var value: UInt64 = 1 << 63
        value |= UInt64(generation % Self.generations) << 54
        value |= UInt64(step & 0x3F) << 48
        value |= UInt64(run) << 32
        value |= UInt64(random & 0x3FFF_FFFF) << 2
        value |= UInt64(layer & 0x3)
        rawValue = value
    }

    /// Reads a KID; nil without the top bit.
    public init?(_ rawValue: UInt64) {
        guard rawValue >> 63 == 1 else { return nil }
        self.rawValue = rawValue
    }

    /// The last 9 bits of the generation.
    public var generation: UInt16 { UInt16(truncatingIfNeeded: rawValue >> 54) & 0x1FF }
    /// The number of times the generation's key was ratcheted, 0 … 63.
    public var step: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 48) & 0x3F }
    /// Increases whenever the layers of a track start over.
    public var run: UInt16 { UInt16(truncatingIfNeeded: rawValue >> 32) }
    /// 30 bits drawn for the run.
    public var random: UInt32 { UInt32(truncatingIfNeeded: rawValue) >> 2 }
    /// The encoding of the track's picture, 0 … 3.
    public var layer: UInt8 { UInt8(truncatingIfNeeded: rawValue) & 0x3 }

    /// Whether two KIDs differ in nothing but the layer.
    func sharesRun(with other: Self) -> Bool { rawValue >> 2 == other.rawValue >> 2 }
}
