import ECallMedia
import FrameCrypto

/// Counters of a call, over all its tracks, as frames.
public struct CallStatistics: Sendable, Equatable, Codable {
    public var audioFramesSealed = 0
    public var videoFramesSealed = 0
    public var audioFramesOpened = 0
    public var videoFramesOpened = 0
    public var audioFramesDecoded = 0
    public var videoFramesDecoded = 0
    /// Frames that were not sealed, by reason.
    public var sealDrops: [String: Int] = [:]
    /// Frames that were not opened, by reason.
    public var openDrops: [String: Int] = [:]
    /// Bad tag, replay and unknown key after a track's first opened frame.
    public var framesDroppedBad = 0
    /// Placing or answering the call → first decrypted video frame, in milliseconds; nil before.
    public var firstPictureMilliseconds: Int?
    /// Likewise for audio.
    public var firstSoundMilliseconds: Int?
    /// Candidate types of each connection, such as `relay/relay`.
    public var candidatePairs: [String] = []
    /// Pictures whose machine-readable code was intact, by sender number.
    public var picturesRead: [String: Int] = [:]
    public var picturesUnreadable = 0
    /// Tenths of a second with exactly one known tone, by sender number.
    public var tonesHeard: [String: Int] = [:]
    public var tonesUnreadable = 0
    /// Capture → decoded picture, in milliseconds, median and 95th percentile; nil if no code was read.
    public var pictureDelayMilliseconds: Double?
    public var pictureDelay95Milliseconds: Double?
    /// The number of freezes of the received video longer than 200 ms, their total, and the longest one.
    public var freezes = 0
    public var frozenMilliseconds = 0
    public var longestFreezeMilliseconds = 0
    /// The number of others' keys that this device was given.
    public var keys = 0
    /// The times at which the steps of setting up were done: milliseconds after placing or answering the call, by `SetUpStep`.
    public var setUp: [String: Double] = [:]

    public init() {}
}

extension CallStatistics {
    mutating func add(receiving track: Track, _ statistics: TrackStatistics) {
        switch track {
        case .audio, .screenAudio:
            audioFramesOpened += statistics.opened
            audioFramesDecoded += statistics.decoded
        case .video, .screen:
            videoFramesOpened += statistics.opened
            videoFramesDecoded += statistics.decoded
        }
        for (reason, count) in statistics.openDrops { openDrops[reason.rawValue, default: 0] += count }
        framesDroppedBad += [OpenDrop.badTag, .replay, .noKey].reduce(0) {
            $0 + statistics.openDropsAfterFirst[$1, default: 0]
        }
        for (sender, count) in statistics.content.pictures { picturesRead["\(sender)", default: 0] += count }
        picturesUnreadable += statistics.content.unreadablePictures
        for (sender, count) in statistics.content.tones { tonesHeard["\(sender)", default: 0] += count }
        tonesUnreadable += statistics.content.unreadableTones
        add(pair: statistics.selectedPair)
        // A screen without motion stands still, and has an encoder of its own.
        guard track != .screen else { return }
        let delays = statistics.content.pictureDelays.sorted()
        if !delays.isEmpty {
            pictureDelayMilliseconds = Double(delays[delays.count / 2]) / 1_000_000
            pictureDelay95Milliseconds = Double(delays[delays.count * 95 / 100]) / 1_000_000
        }
        freezes += statistics.gaps.freezes
        frozenMilliseconds += Int(statistics.gaps.frozen / 1_000_000)
        longestFreezeMilliseconds = max(longestFreezeMilliseconds, Int(statistics.gaps.longest / 1_000_000))
    }

    mutating func add(sending statistics: TrackStatistics) {
        audioFramesSealed += statistics.audioSealed
        videoFramesSealed += statistics.videoSealed
        for (reason, count) in statistics.sealDrops { sealDrops[reason.rawValue, default: 0] += count }
        add(pair: statistics.selectedPair)
    }

    private mutating func add(pair: CandidatePair?) {
        guard let pair else { return }
        candidatePairs.append("\(pair.local)/\(pair.remote)")
    }
}
