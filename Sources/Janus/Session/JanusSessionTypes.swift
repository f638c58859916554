/// Names a request of a `JanusSession` until it is answered.
public struct JanusRequestID: Hashable, Sendable {
    let number: UInt64
}

/// The good end of a request.
public enum JanusReply: Hashable, Sendable {
    /// Done; there is nothing more to report.
    case done
    /// The new handle.
    case attached(handle: UInt64)
    /// The plugin's answer; never `.failure`.
    case plugin(VideoRoomEvent, jsep: JanusSessionDescription?)
}

/// The bad end of a request.
public enum JanusRequestError: Error, Hashable, Sendable {
    /// Janus refused it.
    case janus(JanusError)
    /// The plugin refused it.
    case plugin(JanusError)
    /// No answer in time.
    case timeout
    /// The handle was detached meanwhile.
    case handleGone
    /// The socket closed; whether Janus acted is not known.
    case connectionLost
    /// Janus no longer has the session.
    case sessionLost
    /// Janus answered with something else than the request asks for.
    case unexpectedAnswer
    /// The session is being torn down.
    case closing
}

/// Why a request could not be made.
public enum JanusUsageError: Error, Hashable, Sendable {
    /// There is no session now: before `.opened`, after the socket closed, or while closing.
    case notOpen
    /// The handle is not one of this session.
    case unknownHandle
}

/// News of a handle.
public enum JanusHandleEvent: Hashable, Sendable {
    /// The plugin says something by itself; an offer or answer may come with it.
    case plugin(VideoRoomEvent, jsep: JanusSessionDescription?)
    /// ICE and DTLS are established.
    case webRTCUp
    /// Janus began or ceased to receive media.
    case media(type: String, mid: String?, isReceiving: Bool)
    /// Packets are lost.
    case slowLink(mid: String?, isUplink: Bool, lost: Int)
    /// The PeerConnection is closed.
    case hangup(reason: String)
    /// The handle is gone.
    case detached
    /// A candidate of Janus, or the end of them.
    case trickle(JanusTrickle)
}

/// Why a session ended.
public enum JanusEndReason: Hashable, Sendable {
    /// Torn down, and Janus confirmed it.
    case destroyed
    /// Torn down, without an answer in time.
    case destroyedUnconfirmed
    /// Janus did not create the session.
    case refused(JanusError)
    /// Janus no longer has the session: it timed out, or a claim was refused.
    case sessionLost
    /// A request that keeps the session going was not answered in time.
    case silent
}

/// Settings of a `JanusSession`. Times in nanoseconds.
public struct JanusSessionConfiguration: Hashable, Sendable {
    /// What every request carries.
    public var credentials: JanusCredentials
    /// Time from one keepalive to the next (wire-protocol 0.3: 30 s).
    public var keepaliveInterval: UInt64
    /// Time for the answer to a request.
    public var requestTimeout: UInt64
    /// Bounds of what Janus sends.
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
