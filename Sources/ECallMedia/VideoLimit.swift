/// The limits of the own video, as far as its receivers say.
public struct VideoLimit: Sendable, Equatable {
    /// Bits a second; nil for anything.
    public var bitrate: Int?
    /// Reduces the size of pictures before their rate: several people view them, as tiles, and one receiver's network does not make
    /// anyone else's picture jerk.
    public var keepsFrameRate: Bool

    public init(bitrate: Int? = nil, keepsFrameRate: Bool = false) {
        (self.bitrate, self.keepsFrameRate) = (bitrate, keepsFrameRate)
    }
}
