public import FrameCrypto

/// Counters of one connection since it was made. Frames, never packets.
public struct TrackStatistics: Sendable, Equatable {
    public var audioSealed = 0
    public var videoSealed = 0
    public var opened = 0
    /// Instant of the first opened frame on the monotonic clock, nanoseconds; 0 while there is none.
    public var firstOpenedAt: UInt64 = 0
    public var decoded = 0
    public var sealDrops: [SealDrop: Int] = [:]
    public var openDrops: [OpenDrop: Int] = [:]
    /// Drops counted after the first frame was opened, by reason.
    public var openDropsAfterFirst: [OpenDrop: Int] = [:]
    /// Instant of the first opened and decoded frame on the monotonic clock, nanoseconds; 0 while there is none.
    public var firstDecodedAt: UInt64 = 0
    /// Both candidates of the selected ICE pair, as types (`host`, `srflx`, `prflx`, `relay`); nil before one is selected.
    public var selectedPair: CandidatePair?
    public var content = ContentStatistics()
    /// The freezes of the video; if test pictures are read, those that could be read count alone.
    public var gaps = PictureGaps()
    public init() {}

    /// The nanoseconds for which the video stood still; if frames were opened without a picture, since the first.
    public func frozen(until now: UInt64) -> UInt64 {
        guard decoded == 0, firstOpenedAt > 0, now > firstOpenedAt &+ PictureGaps.standstill else {
            return gaps.until(now).frozen
        }
        return now - firstOpenedAt
    }
}

/// The types of the two candidates that carry the media.
public struct CandidatePair: Sendable, Equatable, Codable {
    public let local: String
    public let remote: String
    public init(local: String, remote: String) {
        self.local = local
        self.remote = remote
    }
}

/// The content read back from decoded test pictures and tones.
public struct ContentStatistics: Sendable, Equatable {
    /// Pictures whose code was intact, by sender number.
    public var pictures: [UInt16: Int] = [:]
    /// Decoded pictures without an intact code.
    public var unreadablePictures = 0
    /// Tenths of a second of audio in which exactly one sender's tone was heard, by sender number.
    public var tones: [UInt16: Int] = [:]
    /// Tenths of a second without a clear tone.
    public var unreadableTones = 0
    /// Capture to decoded picture in nanoseconds, of the last (at most 1 000) intact pictures.
    public var pictureDelays: [UInt64] = []
    public init() {}

    /// Adds what was read since.
    public mutating func add(_ more: ContentStatistics) {
        pictures.merge(more.pictures, uniquingKeysWith: +)
        unreadablePictures += more.unreadablePictures
        tones.merge(more.tones, uniquingKeysWith: +)
        unreadableTones += more.unreadableTones
        pictureDelays += more.pictureDelays
        pictureDelays.removeFirst(max(0, pictureDelays.count - Self.mostDelays))
    }

    private static let mostDelays = 1_000
}
