/// Who a proxied connection belongs to.
public enum JanusProxyIdentity: Hashable, Sendable {
    /// A signed-in user: may join under its own id only.
    case user(UInt64)
    /// A connection without credentials, as the stock client's (wire-protocol 6.5): may join under the id of any
    /// accepted participant of a room. Such rooms must name their participants.
    case participantOfRoom
}

/// What a connection needs to join a room, and who may.
public struct JanusRoomAccess: Hashable, Sendable {
    /// The room's pin, added to every join.
    public var pin: String?
    /// A signed token of the room, added to every join.
    public var token: String?
    /// The user ids that may join; nil leaves it to the identity alone.
    public var participants: Set<UInt64>?

    /// Access to a room.
    public init(pin: String? = nil, token: String? = nil, participants: Set<UInt64>? = nil) {
        self.pin = pin
        self.token = token
        self.participants = participants
    }
}

/// What a connection may use at most.
public struct JanusProxyLimits: Hashable, Sendable {
    /// Bounds of a client's message.
    public var client: JanusLimits
    /// Bounds of a message of Janus.
    public var janus: JanusLimits
    /// Sessions.
    public var sessions: Int
    /// Handles of all sessions: a call of 50 takes one to publish, one for sound and up to 25 for video, and as many again
    /// while all are made anew; a client that has a connection for each stream of the others takes 99.
    public var handles: Int
    /// Rooms made.
    public var rooms: Int
    /// Streams in one request: the sound of all others in a call of 50.
    public var streams: Int
    /// Requests under way that the proxy has to understand the answer of.
    public var pending: Int

    /// Limits.
    public init(
        client: JanusLimits = JanusLimits(), janus: JanusLimits = JanusLimits(messageSize: 1_048_576, depth: 16),
        sessions: Int = 4, handles: Int = 160, rooms: Int = 8, streams: Int = 64, pending: Int = 64
    ) {
        self.client = client
        self.janus = janus
        self.sessions = sessions
        self.handles = handles
        self.rooms = rooms
        self.streams = streams
        self.pending = pending
    }
}

/// The proxy's own answer to a request that it does not pass on.
public struct JanusRefusal: Error, Hashable, Sendable {
    /// What was wrong, for counting.
    public enum Kind: String, CaseIterable, Sendable {
        /// No JSON, too large, or members that are missing or of another type.
        case malformed
        /// A request that clients have no use for: of the core, of another plugin, of the plugin.
        case request, plugin, pluginRequest
        /// A session or handle that is not this connection's.
        case session, handle
        /// A room that this connection may not use, or not any more.
        case room
        /// A display name that is not this user's, or no name.
        case display
        case codec
        /// More at once than allowed.
        case limit
        /// A transaction that is under way.
        case transaction
    }

    public var kind: Kind
    /// A code of Janus' own list, such as 403 unauthorized, 454 invalid JSON, 456 missing member, 467 wrong type.
    public var code: Int
    /// A text without anything of the request.
    public var reason: String
    /// The transaction of the request, when it could be read.
    public var transaction: String?
    /// Whether it is about what this connection had until just now: a call that ends lets such messages cross each other.
    public var isLate = false

    /// A refusal.
    public init(_ kind: Kind, code: Int, reason: String, transaction: String? = nil) {
        self.kind = kind
        self.code = code
        self.reason = reason
        self.transaction = transaction
    }

    /// The message for the client, in the form of Janus' own errors.
    public func encoded() -> [UInt8] {
        let error: JanusJSON = [
            "code": .unsigned(UInt64(max(code, 0))), "reason": .string(reason),
        ]
        return JanusJSON.object(
            ["janus": "error", "error": error].adding("transaction", transaction.map(JanusJSON.string))
        ).encoded()
    }
}

/// What the proxy learned from an answer of Janus.
public enum JanusProxyObservation: Hashable, Sendable {
    /// The connection has a session.
    case sessionOpened(UInt64)
    /// A session is gone.
    case sessionEnded(UInt64)
    /// The connection has a handle.
    case handleAttached(UInt64, session: UInt64)
    /// A handle is gone.
    case handleDetached(UInt64)
    /// The connection made a room, with these settings; nobody may join before the server says so.
    case roomCreated(UInt64, VideoRoomCreation)
    /// A room that the connection asked for did not come about.
    case roomFailed(VideoRoomCreation)
    /// A handle is in a room as publisher `feed`, in the name of `user`.
    case joined(room: UInt64, feed: UInt64, handle: UInt64, user: UInt64)
    /// A publisher's handle left its room by itself.
    case left(handle: UInt64)
    /// ICE and DTLS of a handle are established.
    case webRTCUp(handle: UInt64)
    /// Janus began to receive audio of a handle, or receives none any more.
    case audio(handle: UInt64, isReceived: Bool)
    /// The PeerConnection of a handle is closed.
    case hangup(handle: UInt64)
}

/// What to do with a client's message.
public enum JanusClientDecision: Hashable, Sendable {
    /// Send these bytes to Janus.
    case forward([UInt8])
    /// Send the refusal to the client.
    case refuse(JanusRefusal)
}

/// What to do with a message of Janus.
public enum JanusServerDecision: Hashable, Sendable {
    /// Act on the observations, then send these bytes to the client.
    case forward([UInt8], [JanusProxyObservation])
    /// Nothing for this client.
    case drop
}
