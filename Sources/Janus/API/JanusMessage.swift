/// An error of Janus itself or of its plugin; `reason` is Janus' own text and never contains an SDP.
public struct JanusError: Error, Hashable, Sendable {
    /// The code, for example 458 no such session, 459 no such handle, 426 no such room.
    public var code: Int
    /// The text, shortened to 200 characters.
    public var reason: String

    /// An error.
    public init(code: Int, reason: String) {
        self.code = code
        self.reason = String(reason.prefix(200))
    }
}

/// A message from Janus (wire-protocol 6.3).
public struct JanusMessage: Hashable, Sendable {
    /// The kinds of message.
    public enum Content: Hashable, Sendable {
        /// The request was accepted; the answer follows.
        case ack
        /// The request has succeeded; `id` is the new session or handle.
        case success(id: UInt64?)
        /// The plugin's answer to a synchronous request.
        case pluginSuccess(VideoRoomEvent)
        case error(JanusError)
        /// The plugin's answer to an asynchronous request, or an event.
        case event(VideoRoomEvent, jsep: JanusSessionDescription?)
        /// ICE and DTLS of the handle are established.
        case webRTCUp
        /// Janus began or ceased to receive media.
        case media(type: String, mid: String?, isReceiving: Bool)
        /// Packets are lost; `isUplink` refers to Janus' view of the client's sending.
        case slowLink(mid: String?, isUplink: Bool, lost: Int)
        /// The PeerConnection of the handle is closed.
        case hangup(reason: String)
        case detached
        /// The session timed out without keepalives.
        case timeout
        /// A candidate of Janus, or the end of candidates.
        case trickle(JanusTrickle)
        /// Any other message by its name, such as `server_info`.
        case unknown(String)
    }

    /// The session the message belongs to.
    public var session: UInt64?
    /// The handle the message belongs to.
    public var sender: UInt64?
    /// The request that is answered.
    public var transaction: String?
    /// The content of the message.
    public var content: Content

    /// A message of these parts.
    public init(session: UInt64? = nil, sender: UInt64? = nil, transaction: String? = nil, content: Content) {
        self.session = session
        self.sender = sender
        self.transaction = transaction
        self.content = content
    }

    /// Decodes a message. Unknown members are ignored; known ones must have their types.
    public init(decoding bytes: [UInt8], limits: JanusLimits = JanusLimits()) throws(JanusDecodingError) {
        try self.init(JSONParser.parse(bytes, limits: limits))
    }

    init(_ value: JanusJSON) throws(JanusDecodingError) {
        let object = try JSONObject(value)
        let name = try object.string("janus")
        self.init(
            session: try object.optionalID("session_id"), sender: try object.optionalID("sender"),
            transaction: try object.optionalString("transaction"), content: try Content(name, object))
    }
}

extension JanusMessage.Content {
    fileprivate init(_ name: String, _ object: JSONObject) throws(JanusDecodingError) {
        switch name {
        case "ack": self = .ack
        case "success":
            if let plugin = try object.optionalObject("plugindata") {
                self = .pluginSuccess(try VideoRoomEvent(plugin.object("data")))
            } else {
                self = .success(id: try object.optionalObject("data")?.id("id"))
            }
        case "error":
            let error = try object.object("error")
            self = .error(
                JanusError(code: try error.integer("code") ?? 0, reason: try error.optionalString("reason") ?? ""))
        case "event":
            var jsep: JanusSessionDescription?
            if let object = try object.optionalObject("jsep") { jsep = try JanusSessionDescription(object) }
            self = .event(try VideoRoomEvent(object.object("plugindata").object("data")), jsep: jsep)
        case "webrtcup": self = .webRTCUp
        case "media":
            self = .media(
                type: try object.string("type"), mid: try object.optionalString("mid"),
                isReceiving: try object.bool("receiving") ?? false)
        case "slowlink":
            self = .slowLink(
                mid: try object.optionalString("mid"), isUplink: try object.bool("uplink") ?? false,
                lost: try object.integer("lost") ?? 0)
        case "hangup": self = .hangup(reason: try object.optionalString("reason") ?? "")
        case "detached": self = .detached
        case "timeout": self = .timeout
        case "trickle": self = .trickle(try JanusTrickle(object.object("candidate")))
        default: self = .unknown(name)
        }
    }
}
