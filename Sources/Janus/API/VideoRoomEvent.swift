/// An event of the VideoRoom plugin (Janus 1.x, multistream).
public enum VideoRoomEvent: Hashable, Sendable {
    case created(room: UInt64)
    case destroyed(room: UInt64)
    /// The answer to `exists`.
    case exists(room: UInt64, Bool)
    /// The answer to `listParticipants`.
    case participants(room: UInt64, [VideoRoomParticipant])
    /// The handle joined the room as publisher `id`; `publishers` are those already publishing.
    case joined(room: UInt64, id: UInt64, privateID: UInt64?, publishers: [VideoRoomPublisher])
    /// Other participants have started publishing.
    case publishers(room: UInt64, [VideoRoomPublisher])
    /// The requested configuration or publishing is in effect.
    case configured(room: UInt64)
    /// A participant left.
    case leaving(VideoRoomFeed)
    /// A participant stopped publishing.
    case unpublished(VideoRoomFeed)
    /// A participant was removed from the room.
    case kicked(feed: UInt64)
    /// The handle is subscribed to these streams; an offer comes with it.
    case attached(room: UInt64, [VideoRoomSubscription])
    /// The subscribed streams have changed; an offer comes with it if it must be answered.
    case updated(room: UInt64, [VideoRoomSubscription])
    /// The subscribed streams will change: an `updated` with an offer follows once the outstanding answer has arrived.
    case updating(room: UInt64, [VideoRoomSubscription])
    /// The m-lines were switched as requested, `changes` of them; with all subscribed streams.
    case switched(room: UInt64, changes: Int, [VideoRoomSubscription])
    /// Janus now relays another simulcast layer to the m-line; unchanged values are nil.
    case layersChanged(room: UInt64, mid: String, substream: Int?, temporal: Int?)
    /// Receiving has begun.
    case started(room: UInt64)
    /// The subscription ended: the answer to a subscriber's `leave`.
    case left(room: UInt64)
    /// The plugin refused the request.
    case failure(JanusError)
    /// Any other event by its name.
    case unknown(String)
}

/// The feed that left or stopped publishing.
public enum VideoRoomFeed: Hashable, Sendable {
    /// The handle's own feed: Janus says `"ok"`.
    case own
    /// Another publisher's feed.
    case feed(UInt64)
}

/// A publisher in a room.
public struct VideoRoomPublisher: Hashable, Sendable {
    /// One of the publisher's streams.
    public struct Stream: Hashable, Sendable {
        /// `audio`, `video` or `data`.
        public var type: String
        /// The mid on the publisher's PeerConnection.
        public var mid: String
        /// The codec, such as `opus` or `h264`.
        public var codec: String?
        /// Whether it is disabled.
        public var isDisabled: Bool
        /// Whether it is sent in several layers (RFC 8853).
        public var isSimulcast: Bool

        /// A stream.
        public init(
            type: String, mid: String, codec: String? = nil, isDisabled: Bool = false, isSimulcast: Bool = false
        ) {
            self.isSimulcast = isSimulcast
            self.type = type
            self.mid = mid
            self.codec = codec
            self.isDisabled = isDisabled
        }
    }

    /// The feed id.
    public var id: UInt64
    /// `<userId>:<name>`.
    public var display: String?
    /// The streams.
    public var streams: [Stream]

    /// A publisher.
    public init(id: UInt64, display: String? = nil, streams: [Stream] = []) {
        self.id = id
        self.display = display
        self.streams = streams
    }
}

/// A participant in a room.
public struct VideoRoomParticipant: Hashable, Sendable {
    /// The feed id.
    public var id: UInt64
    /// `<userId>:<name>`.
    public var display: String?
    /// Whether it publishes.
    public var isPublisher: Bool

    /// A participant.
    public init(id: UInt64, display: String? = nil, isPublisher: Bool) {
        self.id = id
        self.display = display
        self.isPublisher = isPublisher
    }
}

/// A subscribed stream.
public struct VideoRoomSubscription: Hashable, Sendable {
    /// The mid on the subscriber's PeerConnection.
    public var mid: String
    /// `audio`, `video` or `data`.
    public var type: String
    /// The publisher of the stream; nil if the m-line is not in use.
    public var feed: UInt64?
    /// The mid on the publisher's PeerConnection.
    public var feedMid: String?
    /// `<userId>:<name>` of the publisher.
    public var feedDisplay: String?
    /// The codec.
    public var codec: String?
    /// Whether the m-line carries a stream.
    public var isActive: Bool
    /// Whether Janus relays the stream; false while it is paused.
    public var isSent: Bool

    /// A subscription.
    public init(
        mid: String, type: String, feed: UInt64? = nil, feedMid: String? = nil, feedDisplay: String? = nil,
        codec: String? = nil, isActive: Bool = true, isSent: Bool = true
    ) {
        self.mid = mid
        self.type = type
        self.feed = feed
        self.feedMid = feedMid
        self.feedDisplay = feedDisplay
        self.codec = codec
        self.isActive = isActive
        self.isSent = isSent
    }
}

// MARK: - Decoding

extension VideoRoomEvent {
    init(_ data: JSONObject) throws(JanusDecodingError) {
        if let code = try data.integer("error_code") {
            self = .failure(JanusError(code: code, reason: try data.optionalString("error") ?? ""))
            return
        }
        switch try data.string("videoroom") {
        case "created": self = .created(room: try data.id("room"))
        case "destroyed": self = .destroyed(room: try data.id("room"))
        case "participants":
            self = .participants(
                room: try data.id("room"), try data.decoded("participants", VideoRoomParticipant.init(_:)))
        case "joined":
            self = .joined(
                room: try data.id("room"), id: try data.id("id"), privateID: try data.optionalID("private_id"),
                publishers: try data.decoded("publishers", VideoRoomPublisher.init(_:)))
        case "attached": self = .attached(room: try data.id("room"), try data.subscriptions())
        case "updated": self = .updated(room: try data.id("room"), try data.subscriptions())
        case "updating": self = .updating(room: try data.id("room"), try data.subscriptions())
        case "success":
            guard let exists = try data.bool("exists") else {
                self = .unknown("success")
                return
            }
            self = .exists(room: try data.id("room"), exists)
        case "event": try self.init(event: data)
        case let name: self = .unknown(name)
        }
    }

    private init(event data: JSONObject) throws(JanusDecodingError) {
        let room = try data.optionalID("room") ?? 0
        if data["configured"] != nil {
            self = .configured(room: room)
        } else if data["publishers"] != nil {
            self = .publishers(room: room, try data.decoded("publishers", VideoRoomPublisher.init(_:)))
        } else if let feed = try data.feed("leaving") {
            self = .leaving(feed)
        } else if let feed = try data.feed("unpublished") {
            self = .unpublished(feed)
        } else if data["kicked"] != nil {
            self = .kicked(feed: try data.id("kicked"))
        } else if data["started"] != nil {
            self = .started(room: room)
        } else if data["switched"] != nil {
            self = .switched(room: room, changes: try data.integer("changes") ?? 0, try data.subscriptions())
        } else if let mid = try data.optionalString("mid"), data["substream"] != nil || data["temporal"] != nil {
            self = .layersChanged(
                room: room, mid: mid, substream: try data.integer("substream"), temporal: try data.integer("temporal"))
        } else if data["left"] != nil {
            self = .left(room: room)
        } else {
            self = .unknown("event")
        }
    }
}

extension VideoRoomPublisher {
    fileprivate init(_ object: JSONObject) throws(JanusDecodingError) {
        self.init(
            id: try object.id("id"), display: try object.optionalString("display"),
            streams: try object.decoded("streams") { (stream) throws(JanusDecodingError) in
                Stream(
                    type: try stream.string("type"), mid: try stream.optionalString("mid") ?? "",
                    codec: try stream.optionalString("codec"), isDisabled: try stream.bool("disabled") ?? false,
                    isSimulcast: try stream.bool("simulcast") ?? false)
            })
    }
}

extension VideoRoomParticipant {
    fileprivate init(_ object: JSONObject) throws(JanusDecodingError) {
        self.init(
            id: try object.id("id"), display: try object.optionalString("display"),
            isPublisher: try object.bool("publisher") ?? false)
    }
}

extension JSONObject {
    fileprivate func subscriptions() throws(JanusDecodingError) -> [VideoRoomSubscription] {
        try decoded("streams") { (stream) throws(JanusDecodingError) in
            VideoRoomSubscription(
                mid: try stream.string("mid"), type: try stream.string("type"),
                feed: try stream.optionalID("feed_id"), feedMid: try stream.optionalString("feed_mid"),
                feedDisplay: try stream.optionalString("feed_display"), codec: try stream.optionalString("codec"),
                isActive: try stream.bool("active") ?? true, isSent: try stream.bool("send") ?? true)
        }
    }

    fileprivate func decoded<Value>(
        _ name: String, _ decode: (JSONObject) throws(JanusDecodingError) -> Value
    ) throws(JanusDecodingError) -> [Value] {
        var values: [Value] = []
        for object in try objects(name) { values.append(try decode(object)) }
        return values
    }

    /// A feed id, or `"ok"` for the own one.
    fileprivate func feed(_ name: String) throws(JanusDecodingError) -> VideoRoomFeed? {
        guard let value = self[name] else { return nil }
        if value == "ok" { return .own }
        guard let id = value.id else { throw .wrongType(name: name) }
        return .feed(id)
    }
}
