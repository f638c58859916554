import ECallAPI
import ECallSecurity
import FrameCrypto
import Janus

/// Somebody who publishes in the room, by what Janus says.
struct RemotePublisher: Sendable, Equatable {
    struct Stream: Sendable, Equatable {
        let track: Track
        let codec: FrameCodec
        let mid: String
        /// Whether it is sent in several layers, of which Janus passes one on.
        var hasLayers = false
    }

    let feed: UInt64
    let user: UserID
    /// One of each track.
    let streams: [Stream]
}

extension RemotePublisher {
    /// Reads `"<userId>:<name>"` and the streams that can be received; nil for a display that names no user. Of each track
    /// the first is taken: two would be two places for one frame.
    init?(_ publisher: VideoRoomPublisher) {
        guard let display = publisher.display, let colon = display.firstIndex(of: ":"),
            let user = UserID(String(display[..<colon])), !user.isNone
        else { return nil }
        var streams: [Stream] = []
        for stream in publisher.streams where !stream.isDisabled {
            guard let stream = Stream(stream), !streams.contains(where: { $0.track == stream.track }) else { continue }
            streams.append(stream)
        }
        self.init(feed: publisher.id, user: user, streams: streams)
    }
}

extension RemotePublisher.Stream {
    /// Nil for what cannot be received.
    fileprivate init?(_ stream: VideoRoomPublisher.Stream) {
        switch (stream.type, stream.codec) {
        case ("audio", nil), ("audio", "opus"): self.init(track: .audio, codec: .opus, mid: stream.mid)
        case ("video", nil), ("video", "h264"):
            self.init(track: .video, codec: .h264, mid: stream.mid, hasLayers: stream.isSimulcast)
        case ("video", "vp8"):
            self.init(track: .video, codec: .vp8, mid: stream.mid, hasLayers: stream.isSimulcast)
        default: return nil
        }
    }
}

/// One connection that receives a track of a feed; another connection for the same track has another number.
struct SubscriptionID: Sendable, Hashable {
    let feed: UInt64
    let track: Track
    let number: Int
}

/// A feed that is received, or about to be, and whose it is.
struct ReceivedFeed: Sendable {
    let sender: DeviceAddress
    var publisher: RemotePublisher
    /// Those that are there or being made.
    var subscriptions: [SubscriptionID: Task<Void, Never>] = [:]
    /// What could not be received; tried again when it is announced again.
    var failed: Set<Track> = []
    /// Those through which something came.
    var working: Set<SubscriptionID> = []

    func cancel() {
        for task in subscriptions.values { task.cancel() }
    }
}
