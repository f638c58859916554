/// The owner of a proxied connection.
public enum JanusProxyIdentity: Hashable, Sendable {
    /// A signed-in user, who can join under their own id only.
    case user(UInt64)
    /// A connection without credentials, such as the stock client's (wire-protocol 6.5), which can join under the id of any
    /// accepted participant of a room. Such rooms must name their participants.
    case participantOfRoom
}

/// A connection's access to a room: the means to join it, and the allowed users.
public struct JanusRoomAccess: Hashable, Sendable {
    /// The room's pin, added to every join.
    public var pin: String?
    /// A signed token of the room, added to every join.
    public var token: String?
    /// The user ids that can join; nil leaves it to the identity alone.
    public var participants: Set<UInt64>?

    /// Access to a room.
    public init(pin: String? = nil, token: String? = nil, participants: Set<UInt64>? = nil) {
        self.pin = pin
        self.token = token
        self.participants = participants
    }
}

/// The limits of a connection.
public struct JanusProxyLimits: Hashable, Sendable {
    /// The limits of a client's message.
    public var client: JanusLimits
    /// The limits of a message of Janus.
    public var janus: JanusLimits
    /// The most sessions.
    public var sessions: Int
    /// The most handles of all sessions: a call of 50 uses one to publish, one for audio and up to 25 for video, and as
    /// many again while all are recreated; a client with a connection for each stream of the others uses 99.
    public var handles: Int
    /// The most created rooms.
    public var rooms: Int
    /// The most streams in one request: the audio of all others in a call of 50.
    public var streams: Int
    /// The most outstanding requests whose answers the proxy must interpret.
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

/// The proxy's own answer to a request that it does not forward.
public struct JanusRefusal: Error, Hashable, Sendable {
    /// The kind of problem, for counting.
    public enum Kind: String, CaseIterable, Sendable {
        /// Not JSON, too large, or members missing or of the wrong type.
        case malformed
        /// A request that clients do not need: of the core, of another plugin, of the plugin.
        case request, plugin, pluginRequest
        /// A session or handle of another connection.
        case session, handle
        /// A room that this connection cannot use, or no longer.
        case room
        /// A display name that is not this user's, or is malformed.
        case display
        case codec
        case limit
        /// A transaction that is outstanding.
        case transaction
    }

    public var kind: Kind
    /// A code of Janus' own list, such as 403 unauthorized, 454 invalid JSON, 456 missing member, 467 wrong type.
    public var code: Int
    /// A text without anything from the request.
    public var reason: String
    /// The transaction of the request, if it could be read.
    public var transaction: String?
    /// Whether it concerns something that this connection recently lost: messages cross each other when a call ends.
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

/// An event that the proxy learns from an answer of Janus.
public enum JanusProxyObservation: Hashable, Sendable {
    /// The connection has a new session.
    case sessionOpened(UInt64)
    case sessionEnded(UInt64)
    /// The connection has a new handle.
    case handleAttached(UInt64, session: UInt64)
    case handleDetached(UInt64)
    /// The connection created a room, with these settings; no one can join before the server allows it.
    case roomCreated(UInt64, VideoRoomCreation)
    case roomFailed(VideoRoomCreation)
    /// A handle joined a room as publisher `feed`, in the name of `user`.
    case joined(room: UInt64, feed: UInt64, handle: UInt64, user: UInt64)
    /// A publisher's handle left its room.
    case left(handle: UInt64)
    /// ICE and DTLS of a handle are established.
    case webRTCUp(handle: UInt64)
    /// Janus began or ceased to receive audio of a handle.
    case audio(handle: UInt64, isReceived: Bool)
    /// The PeerConnection of a handle is closed.
    case hangup(handle: UInt64)
}

/// The decision about a client's message.
public enum JanusClientDecision: Hashable, Sendable {
    /// Send these bytes to Janus.
    case forward([UInt8])
    case refuse(JanusRefusal)
}

/// The decision about a message of Janus.
public enum JanusServerDecision: Hashable, Sendable {
    /// Act on the observations, then send these bytes to the client.
    case forward([UInt8], [JanusProxyObservation])
    /// Forward nothing to this client.
    case drop
}
