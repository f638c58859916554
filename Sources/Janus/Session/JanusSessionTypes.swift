/// The id of a `JanusSession`'s request until it is answered.
public struct JanusRequestID: Hashable, Sendable {
    let number: UInt64
}

/// The result of a successful request.
public enum JanusReply: Hashable, Sendable {
    /// Success without a result.
    case done
    case attached(handle: UInt64)
    /// The plugin's answer; never `.failure`.
    case plugin(VideoRoomEvent, jsep: JanusSessionDescription?)
}

/// The reason why a request failed.
public enum JanusRequestError: Error, Hashable, Sendable {
    /// Janus refused it.
    case janus(JanusError)
    /// The plugin refused it.
    case plugin(JanusError)
    /// No answer arrived in time.
    case timeout
    /// The handle was detached meanwhile.
    case handleGone
    /// The socket closed; it is unknown whether Janus acted.
    case connectionLost
    /// Janus no longer has the session.
    case sessionLost
    case unexpectedAnswer
    /// The session is being torn down.
    case closing
}

/// The reason why a request could not be made.
public enum JanusUsageError: Error, Hashable, Sendable {
    /// There is no session: before `.opened`, after the socket closed, or while closing.
    case notOpen
    /// The handle does not belong to this session.
    case unknownHandle
}

/// An event of a handle.
public enum JanusHandleEvent: Hashable, Sendable {
    /// An event of the plugin, possibly with an offer or answer.
    case plugin(VideoRoomEvent, jsep: JanusSessionDescription?)
    /// ICE and DTLS are established.
    case webRTCUp
    /// Janus began or ceased to receive media.
    case media(type: String, mid: String?, isReceiving: Bool)
    /// Packets are lost.
    case slowLink(mid: String?, isUplink: Bool, lost: Int)
    /// The PeerConnection is closed.
    case hangup(reason: String)
    case detached
    /// A candidate of Janus, or the end of candidates.
    case trickle(JanusTrickle)
}

/// The reason why a session ended.
public enum JanusEndReason: Hashable, Sendable {
    /// Torn down, and Janus confirmed it.
    case destroyed
    /// Torn down, without an answer in time.
    case destroyedUnconfirmed
    /// Janus did not create the session.
    case refused(JanusError)
    /// Janus no longer has the session: it timed out, or a claim was refused.
    case sessionLost
    /// A keepalive or another request essential to the session was not answered in time.
    case silent
}

/// Settings of a `JanusSession`. Times in nanoseconds.
public struct JanusSessionConfiguration: Hashable, Sendable {
    /// The credentials of every request.
    public var credentials: JanusCredentials
    /// The interval of keepalives (wire-protocol 0.3: 30 s).
    public var keepaliveInterval: UInt64
    /// The timeout of a request.
    public var requestTimeout: UInt64
    /// The limits of messages from Janus.
    public var limits: JanusLimits

    /// Settings.
    public init(
        credentials: JanusCredentials = JanusCredentials(), keepaliveInterval: UInt64 = 30_000_000_000,
        requestTimeout: UInt64 = 10_000_000_000, limits: JanusLimits = JanusLimits(messageSize: 1_048_576)
    ) {
        self.credentials = credentials
        self.keepaliveInterval = keepaliveInterval
        self.requestTimeout = requestTimeout
        self.limits = limits
    }
}
