/// What may be sent of the own video, as far as its receivers say.
public struct VideoLimit: Sendable, Equatable {
    /// Bits a second; nil for anything.
    public var bitrate: Int?
    /// Smaller pictures before fewer: several look at them, as tiles, and one receiver's line makes nobody else's picture jerk.
    public var keepsFrameRate: Bool

    public init(bitrate: Int? = nil, keepsFrameRate: Bool = false) {
        (self.bitrate, self.keepsFrameRate) = (bitrate, keepsFrameRate)
    }
}
