/// A plugin of Janus.
public enum JanusPlugin: String, Hashable, Sendable {
    /// The multistream SFU; the only plugin this system uses.
    case videoRoom = "janus.plugin.videoroom"
}

/// The members common to all requests.
public struct JanusCredentials: Hashable, Sendable {
    /// A signed token of the realm `janus`; required in every request, including keepalives (`token_auth`).
    public var token: String?
    /// The static secret of the deployment.
    public var apiSecret: String?

    /// Credentials; both may be absent.
    public init(token: String? = nil, apiSecret: String? = nil) {
        self.token = token
        self.apiSecret = apiSecret
    }
}

extension JanusCredentials: CustomStringConvertible, CustomDebugStringConvertible {
    /// The present members, without their values.
    public var description: String { "JanusCredentials(token: \(token != nil), apiSecret: \(apiSecret != nil))" }
    /// The same as `description`.
    public var debugDescription: String { description }
}

/// A request of the Janus WebSocket API (wire-protocol 6.2).
public enum JanusRequest: Hashable, Sendable {
    /// Creates a session; answered with its id.
    case create
    /// Claims a session of a lost connection.
    case claim(session: UInt64)
    /// Keeps a session alive: at least every 60 s.
    case keepalive(session: UInt64)
    /// Attaches to a plugin; answered with the id of the handle.
    case attach(session: UInt64, plugin: JanusPlugin)
    /// A request to the plugin behind a handle, optionally with an offer or answer.
    case message(session: UInt64, handle: UInt64, body: VideoRoomRequest, jsep: JanusSessionDescription?)
    /// A local candidate, or the end of candidates.
    case trickle(session: UInt64, handle: UInt64, JanusTrickle)
    /// Closes the PeerConnection of a handle.
    case hangup(session: UInt64, handle: UInt64)
    /// Destroys a handle.
    case detach(session: UInt64, handle: UInt64)
    /// Destroys a session with its handles.
    case destroy(session: UInt64)

    /// Compact JSON of the request, members sorted by name.
    ///
    /// - Parameter transaction: the text that the answer repeats; unique among the outstanding requests.
    public func encoded(transaction: String, credentials: JanusCredentials = JanusCredentials()) -> [UInt8] {
        var members = self.members
        members["transaction"] = .string(transaction)
        if let token = credentials.token { members["token"] = .string(token) }
        if let secret = credentials.apiSecret { members["apisecret"] = .string(secret) }
        return JanusJSON.object(members).encoded()
    }

    private var members: [String: JanusJSON] {
        switch self {
        case .create: return ["janus": "create"]
        case .claim(let session): return named("claim", session)
        case .keepalive(let session): return named("keepalive", session)
        case .attach(let session, let plugin):
            return named("attach", session).adding("plugin", .string(plugin.rawValue))
        case .message(let session, let handle, let body, let jsep):
            return named("message", session, handle).adding("body", body.json).adding("jsep", jsep?.json)
        case .trickle(let session, let handle, let trickle):
            return named("trickle", session, handle).adding("candidate", trickle.json)
        case .hangup(let session, let handle): return named("hangup", session, handle)
        case .detach(let session, let handle): return named("detach", session, handle)
        case .destroy(let session): return named("destroy", session)
        }
    }

    private func named(_ name: String, _ session: UInt64, _ handle: UInt64? = nil) -> [String: JanusJSON] {
        ["janus": .string(name), "session_id": .unsigned(session)]
            .adding("handle_id", handle.map(JanusJSON.unsigned))
    }
}

extension [String: JanusJSON] {
    /// The object with the member added, unless the value is nil.
    func adding(_ name: String, _ value: JanusJSON?) -> Self {
        guard let value else { return self }
        var members = self
        members[name] = value
        return members
    }
}
