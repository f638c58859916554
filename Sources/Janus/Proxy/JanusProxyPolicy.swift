/// Decides what an authenticating proxy in front of Janus lets through on one WebSocket connection (wire-protocol 6.5).
///
/// Pure. Nothing of a client's message is passed on as it came: each is rebuilt from the members that are known to be
/// harmless, so what this type does not know cannot reach Janus. Sessions and handles are only those that Janus gave
/// this connection. The client's `apisecret` and `token` are ignored and replaced.
public struct JanusProxyPolicy: Sendable {
    /// What Janus' answer to a request of the client will mean.
    enum Pending: Sendable {
        case create
        case attach(session: UInt64)
        case claim(session: UInt64)
        case detach(session: UInt64, handle: UInt64)
        case destroy(session: UInt64)
        case room(VideoRoomCreation)
        /// To publish, under the id of this user.
        case join(user: UInt64)
        /// The proxy's own: the client hears of it by the event.
        case expulsion
    }

    /// What is added to every request. Replace it before tokens expire.
    public var credentials: JanusCredentials
    /// What the room of this number is open with to this connection, now; nil when it is not. Asked for the one room that
    /// a message is about, whenever there is one.
    public var access: @Sendable (_ room: UInt64) -> JanusRoomAccess?
    /// Sessions of the same user's earlier connections, with their handles, that may be claimed.
    public var claimable: [UInt64: Set<UInt64>]
    /// The rooms for which handles of those sessions were let in, by handle.
    public var claimableRooms: [UInt64: UInt64] = [:]
    /// The sessions of this connection, with their handles: what a later connection may claim.
    public internal(set) var sessions: [UInt64: Set<UInt64>] = [:]

    let identity: JanusProxyIdentity
    let opaqueID: String?
    let limits: JanusProxyLimits
    let makeRoom: @Sendable () -> VideoRoomCreation?
    var pending: [String: Pending] = [:]
    var roomsMade = 0
    /// The rooms in which this connection has joined as a participant.
    var joinedRooms: Set<UInt64> = []
    /// What this connection had: what it still says of it comes late.
    var former = JanusFormer()
    /// The rooms for which handles of this connection were let in, by handle.
    public internal(set) var roomOfHandle: [UInt64: UInt64] = [:]

    /// A policy for a connection that just opened.
    ///
    /// - Parameters:
    ///   - opaqueID: what Janus shall remember each handle by, so that its operator knows whose it is; nobody else sees it.
    ///   - makeRoom: the room to make when the client asks for one, with its own random pin and secret; of the client's
    ///     wish nothing is used. nil refuses.
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

    /// Whether a message of the client goes to Janus, and in which form.
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

    /// How the proxy's own transactions begin: no client may be in their way.
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

    /// The sessions that end with this connection unless somebody claims them: without those that are being destroyed.
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

/// Runs `body`; what cannot be read becomes the refusal that Janus itself would give.
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
