/// The policy of an authenticating proxy in front of Janus for one WebSocket connection (wire-protocol 6.5).
///
/// Pure. No client message is forwarded as it came: each is rebuilt from members that are known to be harmless, so nothing
/// unknown to this type can reach Janus. Sessions and handles are only those that Janus gave this connection. The client's
/// `apisecret` and `token` are ignored and replaced.
public struct JanusProxyPolicy: Sendable {
    /// The meaning of Janus' answer to a client's request.
    enum Pending: Sendable {
        case create
        case attach(session: UInt64)
        case claim(session: UInt64)
        case detach(session: UInt64, handle: UInt64)
        case destroy(session: UInt64)
        case room(VideoRoomCreation)
        /// A publisher's join under this user's id.
        case join(user: UInt64)
        /// The proxy's own request: the client is notified by the event.
        case expulsion
    }

    /// The credentials added to every request. Replace them before tokens expire.
    public var credentials: JanusCredentials
    /// This connection's current access to the room; nil if it has none. Called for the room that a message is about,
    /// whenever there is one.
    public var access: @Sendable (_ room: UInt64) -> JanusRoomAccess?
    /// Claimable sessions of the same user's earlier connections, with their handles.
    public var claimable: [UInt64: Set<UInt64>]
    /// The rooms that handles of those sessions have joined, by handle.
    public var claimableRooms: [UInt64: UInt64] = [:]
    /// The sessions of this connection, with their handles, which a later connection may claim.
    public internal(set) var sessions: [UInt64: Set<UInt64>] = [:]

    let identity: JanusProxyIdentity
    let opaqueID: String?
    let limits: JanusProxyLimits
    let makeRoom: @Sendable () -> VideoRoomCreation?
    var pending: [String: Pending] = [:]
    var roomsMade = 0
    /// The rooms that this connection has joined as a participant.
    var joinedRooms: Set<UInt64> = []
    /// The recently lost ids of this connection, about which late messages may arrive.
    var former = JanusFormer()
    /// The rooms that handles of this connection have joined, by handle.
    public internal(set) var roomOfHandle: [UInt64: UInt64] = [:]

    /// A policy for a new connection.
    ///
    /// - Parameters:
    ///   - opaqueID: the id that Janus stores for each handle, so that its operator knows the owner; visible to no one else.
    ///   - makeRoom: the room to create on a client's request, with its own random pin and secret; the client's own
    ///   parameters are ignored. nil refuses.
    public init(
        identity: JanusProxyIdentity, credentials: JanusCredentials,
        access: @escaping @Sendable (_ room: UInt64) -> JanusRoomAccess?, claimable: [UInt64: Set<UInt64>] = [:],
        limits: JanusProxyLimits = JanusProxyLimits(), opaqueID: String? = nil,
        makeRoom: @escaping @Sendable () -> VideoRoomCreation?
    ) {
        self.identity = identity
        self.credentials = credentials
        self.access = access
        self.claimable = claimable
        self.limits = limits
        self.opaqueID = opaqueID
        self.makeRoom = makeRoom
    }

    /// Decides whether a client's message is forwarded to Janus, and in which form.
    public mutating func fromClient(_ bytes: [UInt8]) -> JanusClientDecision {
        var transaction: String?
        do throws(JanusRefusal) {
            let message = try read { () throws(JanusDecodingError) in
                try JSONObject(JSONParser.parse(bytes, limits: limits.client))
            }
            transaction = try self.transaction(of: message)
            guard let transaction else { throw .missing("transaction") }
            guard pending[transaction] == nil else { throw .unauthorized(.transaction, "transaction in use") }
            var rebuilt = try rebuild(message, transaction: transaction)
            rebuilt["transaction"] = .string(transaction)
            if let token = credentials.token { rebuilt["token"] = .string(token) }
            if let secret = credentials.apiSecret { rebuilt["apisecret"] = .string(secret) }
            return .forward(JanusJSON.object(rebuilt).encoded())
        } catch {
            var refusal = error
            refusal.transaction = transaction
            return .refuse(refusal)
        }
    }

    // MARK: - Requests

    /// The prefix of the proxy's own transactions, which clients must not use.
    static let expulsion = "expulsion "

    private func transaction(of message: JSONObject) throws(JanusRefusal) -> String? {
        let text = try read { () throws(JanusDecodingError) in try message.optionalString("transaction") }
        guard let text else { return nil }
        guard 1...64 ~= text.utf8.count, !text.hasPrefix(Self.expulsion) else { throw .wrongType("transaction") }
        return text
    }

    private mutating func rebuild(
        _ message: JSONObject, transaction: String
    ) throws(JanusRefusal) -> [String: JanusJSON] {
        let name = try read { () throws(JanusDecodingError) in try message.string("janus") }
        switch name {
        case "create":
            guard sessions.count + count({ if case .create = $0 { true } else { false } }) < limits.sessions else {
                throw .unauthorized(.limit, "too many sessions")
            }
            try expect(.create, transaction)
            return ["janus": "create"]
        case "claim":
            let session = try read { () throws(JanusDecodingError) in try message.id("session_id") }
            guard sessions[session] != nil || claimable[session] != nil else { throw noSuchSession(session) }
            try expect(.claim(session: session), transaction)
            return ["janus": "claim", "session_id": .unsigned(session)]
        case "keepalive":
            return ["janus": "keepalive", "session_id": .unsigned(try ownSession(message))]
        case "attach": return try attach(message, transaction)
        case "destroy":
            let session = try ownSession(message)
            try expect(.destroy(session: session), transaction)
            return ["janus": "destroy", "session_id": .unsigned(session)]
        case "message", "trickle", "hangup", "detach":
            return try rebuildForHandle(name, message, transaction)
        default: throw JanusRefusal(.request, code: 453, reason: "request not allowed")
        }
    }

    private mutating func attach(
        _ message: JSONObject, _ transaction: String
    ) throws(JanusRefusal) -> [String: JanusJSON] {
        let session = try ownSession(message)
        let plugin = try read { () throws(JanusDecodingError) in try message.string("plugin") }
        guard plugin == JanusPlugin.videoRoom.rawValue else {
            throw JanusRefusal(.plugin, code: 405, reason: "plugin not allowed")
        }
        let attached = sessions.values.reduce(0) { $0 + $1.count }
        guard attached + count({ if case .attach = $0 { true } else { false } }) < limits.handles else {
            throw .unauthorized(.limit, "too many handles")
        }
        try expect(.attach(session: session), transaction)
        return ["janus": "attach", "session_id": .unsigned(session), "plugin": .string(plugin)]
            .adding("opaque_id", opaqueID.map(JanusJSON.string))
    }

    private mutating func rebuildForHandle(
        _ name: String, _ message: JSONObject, _ transaction: String
    ) throws(JanusRefusal) -> [String: JanusJSON] {
        let session = try ownSession(message)
        let handle = try read { () throws(JanusDecodingError) in try message.id("handle_id") }
        guard sessions[session]?.contains(handle) == true else {
            var refusal = JanusRefusal(.handle, code: 459, reason: "no such handle")
            refusal.isLate = former.handles.takes(handle)
            throw refusal
        }
        var rebuilt: [String: JanusJSON] = [
            "janus": .string(name), "session_id": .unsigned(session), "handle_id": .unsigned(handle),
        ]
        switch name {
        case "message":
            let body = try read { () throws(JanusDecodingError) in try message.object("body") }
            rebuilt["jsep"] = try sessionDescription(message)
            rebuilt["body"] = try videoRoomBody(body, handle, transaction)
        case "trickle": rebuilt.merge(try trickle(message)) { $1 }
        case "detach": try expect(.detach(session: session, handle: handle), transaction)
        default: break
        }
        return rebuilt
    }

    // MARK: - Parts

    private mutating func ownSession(_ message: JSONObject) throws(JanusRefusal) -> UInt64 {
        let session = try read { () throws(JanusDecodingError) in try message.id("session_id") }
        guard sessions[session] != nil else { throw noSuchSession(session) }
        return session
    }

    private mutating func noSuchSession(_ session: UInt64) -> JanusRefusal {
        var refusal = JanusRefusal(.session, code: 458, reason: "no such session")
        refusal.isLate = former.sessions.takes(session)
        return refusal
    }

    /// The sessions that end with this connection unless they are claimed: all except those being destroyed.
    public var lastingSessions: [UInt64: Set<UInt64>] {
        let ending = Set(pending.values.compactMap { if case .destroy(let session) = $0 { session } else { nil } })
        return sessions.filter { !ending.contains($0.key) }
    }

    mutating func expect(_ answer: Pending, _ transaction: String) throws(JanusRefusal) {
        guard pending.count < limits.pending else { throw .unauthorized(.limit, "too many requests under way") }
        pending[transaction] = answer
    }

    func count(_ matches: (Pending) -> Bool) -> Int {
        pending.values.count(where: matches)
    }
}

/// Runs `body` and maps decoding errors to the refusals that Janus itself would give.
func read<Value>(_ body: () throws(JanusDecodingError) -> Value) throws(JanusRefusal) -> Value {
    do throws(JanusDecodingError) {
        return try body()
    } catch {
        switch error {
        case .missingMember(let name): throw .missing(name)
        case .wrongType(let name): throw .wrongType(name)
        case .notAnObject: throw JanusRefusal(.malformed, code: 455, reason: "not a JSON object")
        case .tooLarge, .tooDeep, .malformedJSON, .duplicateMember:
            throw JanusRefusal(.malformed, code: 454, reason: "invalid JSON")
        }
    }
}

extension JanusRefusal {
    static func unauthorized(_ kind: Kind, _ reason: String) -> JanusRefusal {
        JanusRefusal(kind, code: 403, reason: reason)
    }

    static func missing(_ name: String) -> JanusRefusal {
        JanusRefusal(.malformed, code: 456, reason: "missing member \(name)")
    }

    static func wrongType(_ name: String) -> JanusRefusal {
        JanusRefusal(.malformed, code: 467, reason: "invalid member \(name)")
    }
}
