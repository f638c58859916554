/// The limits of this device's video, according to its receivers.
public struct VideoLimit: Sendable, Equatable {
    /// Bits a second; nil for anything.
    public var bitrate: Int?
    /// Reduces the size of pictures before their rate: several people view them as tiles, and one receiver's network must not
    /// make everyone's picture jerky.
    public var keepsFrameRate: Bool

    public init(bitrate: Int? = nil, keepsFrameRate: Bool = false) {
        (self.bitrate, self.keepsFrameRate) = (bitrate, keepsFrameRate)
    }
}
