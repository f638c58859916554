import ECallAPI
import FrameCrypto
import Janus

/// A publisher in the room, as Janus describes it.
struct RemotePublisher: Sendable, Equatable {
    struct Stream: Sendable, Equatable {
        let track: Track
        let codec: FrameCodec
        let mid: String
        var hasLayers = false
    }

    let feed: UInt64
    let user: UserID
    let streams: [Stream]
}

extension RemotePublisher {
    /// Returns the tracks of the m-lines by their order: a camera before a screen, and a microphone before the screen's sound
    /// (decision 65). The page has the same rule (Tests/Vectors/remote-publishers.json).
    private static let order: [[Track]] = [[.audio, .screenAudio], [.video, .screen]]

    /// Reads `"<userId>:<name>"`, nil if it names no user, and one stream of each track: two would be two places for one frame.
    init?(_ publisher: VideoRoomPublisher) {
        guard let display = publisher.display, let colon = display.firstIndex(of: ":"),
            let user = UserID(String(display[..<colon])), !user.isNone
        else { return nil }
        var streams: [Stream] = []
        for stream in publisher.streams where !stream.isDisabled {
            guard let (isSound, codec) = Self.kind(of: stream),
                let track = Self.order[isSound ? 0 : 1].first(where: { track in
                    !streams.contains { $0.track == track }
                })
            else { continue }
            streams.append(
                Stream(track: track, codec: codec, mid: stream.mid, hasLayers: !isSound && stream.isSimulcast))
        }
        self.init(feed: publisher.id, user: user, streams: streams)
    }

    private static func kind(of stream: VideoRoomPublisher.Stream) -> (isSound: Bool, codec: FrameCodec)? {
        switch (stream.type, stream.codec) {
        case ("audio", nil), ("audio", "opus"): (true, .opus)
        case ("video", nil), ("video", "h264"): (false, .h264)
        case ("video", "vp8"): (false, .vp8)
        default: nil
        }
    }

    /// Returns the tracks that have changed: no longer sent, or on another media line or in another codec.
    func changed(since before: RemotePublisher) -> Set<Track> {
        Set(
            before.streams.filter { old in
                !streams.contains { $0.track == old.track && $0.mid == old.mid && $0.codec == old.codec }
            }.map(\.track))
    }

    func sends(_ track: Track) -> Bool { streams.contains { $0.track == track } }
}

extension Track {
    /// Audio arrives on one connection for all, and pictures in slots.
    var isSound: Bool { self == .audio || self == .screenAudio }
    var isShared: Bool { self == .screen || self == .screenAudio }
}

/// One connection that receives a track of a feed; another connection for the same track has another number.
struct SubscriptionID: Sendable, Hashable {
    let feed: UInt64
    let track: Track
    let number: Int
}
