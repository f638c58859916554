/// The body of a request to the VideoRoom plugin (Janus 1.x, multistream).
public enum VideoRoomRequest: Hashable, Sendable {
    /// Creates a room. Synchronous.
    case create(VideoRoomCreation)
    /// Asks whether a room exists. Synchronous.
    case exists(room: UInt64)
    /// Destroys a room. Synchronous.
    case destroy(room: UInt64, secret: String?)
    /// Lists the participants of a room. Synchronous.
    case listParticipants(room: UInt64)
    case joinPublisher(VideoRoomPublisherJoin)
    case joinSubscriber(VideoRoomSubscriberJoin)
    /// Publishes with an offer, or changes what a publisher or subscriber sends or receives.
    case configure(VideoRoomConfiguration)
    /// Publishes with an offer.
    case publish(VideoRoomConfiguration)
    /// Stops publishing and stays in the room.
    case unpublish
    case leave
    /// Subscribes to more streams.
    case subscribe([VideoRoomStreamSelection])
    case unsubscribe([VideoRoomStreamSelection])
    /// Switches existing m-lines to other streams. Janus answers with `switched`; if a former sender is gone, an `updated`
    /// with an offer comes before it, in the same transaction.
    case `switch`([VideoRoomSwitch])
    /// Starts receiving, with the answer to Janus' offer.
    case start

    /// Whether Janus answers with `success` at once rather than with `ack` and a later event.
    public var isSynchronous: Bool {
        switch self {
        case .create, .exists, .destroy, .listParticipants: true
        default: false
        }
    }

    var json: JanusJSON {
        switch self {
        case .create(let creation): creation.json
        case .exists(let room): ["request": "exists", "room": .unsigned(room)]
        case .destroy(let room, let secret):
            .object(["request": "destroy", "room": .unsigned(room)].adding("secret", secret.map(JanusJSON.string)))
        case .listParticipants(let room): ["request": "listparticipants", "room": .unsigned(room)]
        case .joinPublisher(let join): join.json
        case .joinSubscriber(let join): join.json
        case .configure(let configuration): configuration.json(request: "configure")
        case .publish(let configuration): configuration.json(request: "publish")
        case .unpublish: ["request": "unpublish"]
        case .leave: ["request": "leave"]
        case .subscribe(let streams): ["request": "subscribe", "streams": .array(streams.map(\.json))]
        case .unsubscribe(let streams): ["request": "unsubscribe", "streams": .array(streams.map(\.json))]
        case .switch(let streams): ["request": "switch", "streams": .array(streams.map(\.json))]
        case .start: ["request": "start"]
        }
    }
}

/// A room to create. It is never permanent: it ends with the Janus process at the latest.
public struct VideoRoomCreation: Hashable, Sendable {
    /// The id; chosen by Janus when nil.
    public var room: UInt64?
    /// The secret required for later changes to the room.
    public var secret: String?
    /// The pin required for joining.
    public var pin: String?
    /// The most publishers: a participant who returns publishes again before the former publisher is gone.
    public var publishers: Int
    /// Allowed video codecs, preferred first.
    public var videoCodecs: [String]
    /// The bitrate in bits per second that Janus requests from each publisher.
    public var bitrate: UInt64
    /// Whether publishers cannot raise `bitrate`.
    public var bitrateCap: Bool
    /// Whether `list` omits the room.
    public var isPrivate: Bool
    /// The key required for creating rooms (`admin_key` of the plugin's configuration).
    public var adminKey: String?
    /// Whether only descriptions with `e2ee` are accepted.
    public var requiresEndToEndEncryption: Bool
    /// Whether joining needs a signed token of the room.
    public var usesSignedTokens: Bool

    /// A room; audio is always Opus.
    public init(
        room: UInt64? = nil, secret: String? = nil, pin: String? = nil, publishers: Int = 64,
        videoCodecs: [String] = ["h264", "vp8"], bitrate: UInt64 = 1_500_000, bitrateCap: Bool = true,
        isPrivate: Bool = true, adminKey: String? = nil, requiresEndToEndEncryption: Bool = false,
        usesSignedTokens: Bool = false
    ) {
        self.room = room
        self.secret = secret
        self.pin = pin
        self.publishers = publishers
        self.videoCodecs = videoCodecs
        self.bitrate = bitrate
        self.bitrateCap = bitrateCap
        self.isPrivate = isPrivate
        self.adminKey = adminKey
        self.requiresEndToEndEncryption = requiresEndToEndEncryption
        self.usesSignedTokens = usesSignedTokens
    }

    var json: JanusJSON {
        var members: [String: JanusJSON] = [
            "request": "create", "permanent": false, "is_private": .bool(isPrivate), "audiocodec": "opus",
            "videocodec": .string(videoCodecs.joined(separator: ",")), "bitrate": .unsigned(bitrate),
            "bitrate_cap": .bool(bitrateCap), "publishers": .unsigned(UInt64(max(publishers, 1))), "record": false,
            "notify_joining": false,
            // The extension reveals audio levels in clear, so neither publishers nor subscribers get it.
            "audiolevel_ext": false,
        ]
        if requiresEndToEndEncryption { members["require_e2ee"] = true }
        if usesSignedTokens { members["signed_tokens"] = true }
        return .object(
            members.adding("room", room.map(JanusJSON.unsigned)).adding("secret", secret.map(JanusJSON.string))
                .adding("pin", pin.map(JanusJSON.string)).adding("admin_key", adminKey.map(JanusJSON.string)))
    }
}

/// A publisher's request to join.
public struct VideoRoomPublisherJoin: Hashable, Sendable {
    /// The room.
    public var room: UInt64
    /// `<userId>:<name>` (wire-protocol 6.3).
    public var display: String
    /// The feed id; chosen by Janus when nil.
    public var id: UInt64?
    /// The room's pin.
    public var pin: String?
    /// A signed token of the room.
    public var token: String?

    /// A publisher's join.
    public init(room: UInt64, display: String, id: UInt64? = nil, pin: String? = nil, token: String? = nil) {
        self.room = room
        self.display = display
        self.id = id
        self.pin = pin
        self.token = token
    }

    var json: JanusJSON {
        .object(
            [
                "request": "join", "ptype": "publisher", "room": .unsigned(room), "display": .string(display),
            ].adding("id", id.map(JanusJSON.unsigned)).adding("pin", pin.map(JanusJSON.string))
                .adding("token", token.map(JanusJSON.string)))
    }
}

/// A subscriber's request to join.
public struct VideoRoomSubscriberJoin: Hashable, Sendable {
    /// The room.
    public var room: UInt64
    /// The streams to begin with; at least one.
    public var streams: [VideoRoomStreamSelection]
    /// Whether the remote stream ids in the SDP are feed ids (wire-protocol 6.3).
    public var useMsid: Bool
    /// Whether Janus sends an offer when a sender is gone; it does when nil. Evaluated here only, not later.
    public var autoupdate: Bool?
    /// The room's pin.
    public var pin: String?
    /// A signed token of the room.
    public var token: String?

    /// A subscriber's join.
    public init(
        room: UInt64, streams: [VideoRoomStreamSelection], useMsid: Bool = true, autoupdate: Bool? = nil,
        pin: String? = nil, token: String? = nil
    ) {
        self.room = room
        self.streams = streams
        self.useMsid = useMsid
        self.autoupdate = autoupdate
        self.pin = pin
        self.token = token
    }

    var json: JanusJSON {
        .object(
            [
                "request": "join", "ptype": "subscriber", "room": .unsigned(room), "use_msid": .bool(useMsid),
                "streams": .array(streams.map(\.json)),
            ].adding("autoupdate", autoupdate.map(JanusJSON.bool)).adding("pin", pin.map(JanusJSON.string))
                .adding("token", token.map(JanusJSON.string)))
    }
}

/// The simulcast layers that Janus relays. Streams without simulcast have one layer, whatever is requested.
public struct VideoRoomLayers: Hashable, Sendable {
    /// The spatial layer: 0 lowest, 2 highest; Janus begins with 2.
    public var substream: Int?
    /// The temporal layer, for VP8 only: 0 lowest, 2 highest.
    public var temporal: Int?
    /// Microseconds without the requested layer until Janus relays a lower one; 250 000 when nil.
    public var fallback: Int?

    /// Layers; nil leaves a value unchanged.
    public init(substream: Int? = nil, temporal: Int? = nil, fallback: Int? = nil) {
        self.substream = substream
        self.temporal = temporal
        self.fallback = fallback
    }

    fileprivate var members: [String: JanusJSON] {
        [String: JanusJSON]().adding("substream", Self.number(substream)).adding("temporal", Self.number(temporal))
            .adding("fallback", Self.number(fallback))
    }

    private static func number(_ value: Int?) -> JanusJSON? {
        value.map { .unsigned(UInt64(max($0, 0))) }
    }
}

/// The selection of streams to subscribe to or unsubscribe from.
public struct VideoRoomStreamSelection: Hashable, Sendable {
    /// The publisher.
    public var feed: UInt64
    /// One of its streams; all of them when nil.
    public var mid: String?
    /// The requested layers.
    public var layers: VideoRoomLayers

    /// A selection.
    public init(feed: UInt64, mid: String? = nil, layers: VideoRoomLayers = VideoRoomLayers()) {
        self.feed = feed
        self.mid = mid
        self.layers = layers
    }

    var json: JanusJSON {
        .object(layers.members.adding("feed", .unsigned(feed)).adding("mid", mid.map(JanusJSON.string)))
    }
}

/// A switch of an m-line to another stream. Janus then relays the highest layer, and resumes a paused stream: `configure`
/// must follow.
public struct VideoRoomSwitch: Hashable, Sendable {
    /// The publisher.
    public var feed: UInt64
    /// One of its streams, with the m-line's type and codec.
    public var mid: String
    /// The m-line of this PeerConnection.
    public var subscriberMid: String

    /// A change of sender.
    public init(feed: UInt64, mid: String, subscriberMid: String) {
        self.feed = feed
        self.mid = mid
        self.subscriberMid = subscriberMid
    }

    var json: JanusJSON {
        ["feed": .unsigned(feed), "mid": .string(mid), "sub_mid": .string(subscriberMid)]
    }
}

/// The settings of a publisher or subscriber.
public struct VideoRoomConfiguration: Hashable, Sendable {
    /// A change to one stream.
    public struct Stream: Hashable, Sendable {
        /// The mid on this PeerConnection.
        public var mid: String
        /// Whether Janus relays it: false pauses it at the SFU, true always requests a key frame from the sender.
        public var send: Bool?
        /// Whether Janus requests a key frame from the publisher (publishers only).
        public var keyframe: Bool?
        /// The requested layers (subscribers only).
        public var layers: VideoRoomLayers

        /// A change.
        public init(
            mid: String, send: Bool? = nil, keyframe: Bool? = nil, layers: VideoRoomLayers = VideoRoomLayers()
        ) {
            self.mid = mid
            self.send = send
            self.keyframe = keyframe
            self.layers = layers
        }

        fileprivate var json: JanusJSON {
            .object(
                layers.members.adding("mid", .string(mid)).adding("send", send.map(JanusJSON.bool))
                    .adding("keyframe", keyframe.map(JanusJSON.bool)))
        }
    }

    /// Whether audio is published.
    public var audio: Bool?
    /// Whether video is published.
    public var video: Bool?
    /// The codec to publish with, `h264` or `vp8`.
    public var videoCodec: String?
    /// The bitrate in bits per second that Janus requests from this publisher.
    public var bitrate: UInt64?
    /// Whether a key frame is requested from the publisher of this handle on all video.
    public var keyframe: Bool?
    /// Whether an ICE restart is requested.
    public var restart: Bool?
    /// Changes to individual streams.
    public var streams: [Stream]

    /// A configuration; nil leaves a value unchanged.
    public init(
        audio: Bool? = nil, video: Bool? = nil, videoCodec: String? = nil, bitrate: UInt64? = nil,
        keyframe: Bool? = nil, restart: Bool? = nil, streams: [Stream] = []
    ) {
        self.audio = audio
        self.video = video
        self.videoCodec = videoCodec
        self.bitrate = bitrate
        self.keyframe = keyframe
        self.restart = restart
        self.streams = streams
    }

    func json(request: String) -> JanusJSON {
        .object(
            ["request": .string(request)].adding("audio", audio.map(JanusJSON.bool))
                .adding("video", video.map(JanusJSON.bool)).adding("videocodec", videoCodec.map(JanusJSON.string))
                .adding("bitrate", bitrate.map(JanusJSON.unsigned)).adding("keyframe", keyframe.map(JanusJSON.bool))
                .adding("restart", restart.map(JanusJSON.bool))
                .adding("streams", streams.isEmpty ? nil : .array(streams.map(\.json))))
    }
}
