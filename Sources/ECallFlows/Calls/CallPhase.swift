public import ECallAPI
public import ECallCalls

/// The state of a call on its screen (requirements 000-29 to 000-46, 002-14). Moments are on a clock that never goes back.
public enum CallPhase: Sendable, Equatable {
    /// There is no call: no screen.
    case idle
    /// Placed here, and not answered. It ends by itself 60 s after it started to ring.
    ///
    /// - Parameter isRinging: whether a device of theirs rings; until then, or if none can, it is only *calling*.
    case outgoing(isRinging: Bool)
    /// It rings here, for 60 s at most.
    case incoming(IncomingCall)
    /// Answered; no one has shown yet that they hear this device, or none of their media have been received.
    ///
    /// - Parameter isEntering: whether this device is not in the call yet.
    case connecting(isEntering: Bool)
    /// Someone hears this device, as they have shown, and is heard or seen, since that moment.
    case active(since: Duration)
    /// The own media connection is lost and being restored.
    ///
    /// - Parameter since: of `active`; nil if it never became that.
    case reconnecting(since: Duration?)
    /// The person has ended it, and it is being torn down.
    case ending
    /// It is over, and that is shown.
    case ended(EndedCall)

    /// Since when the call is connected; nil if it never was.
    var since: Duration? {
        switch self {
        case .active(let since): since
        case .reconnecting(let since): since
        default: nil
        }
    }

    /// Whether this device is in the call: what takes others to be there can be done.
    public var isInCall: Bool {
        switch self {
        case .connecting(isEntering: false), .active, .reconnecting: true
        default: false
        }
    }

    /// Whether it was placed or answered and is not over: the person's microphone and camera are used.
    public var isGoingOn: Bool {
        switch self {
        case .outgoing, .connecting, .active, .reconnecting: true
        case .idle, .incoming, .ending, .ended: false
        }
    }
}

/// The call itself, as known from its beginning.
public struct CallSubject: Sendable, Equatable {
    /// A person of a call before the server has reported more on them.
    public typealias Person = OngoingCall.Person

    /// How this device entered the call.
    public enum Origin: Sendable, Equatable {
        case outgoing
        case incoming
        /// Returned to, without being rung (requirement 000-12).
        case returned
    }

    /// Nil until the server has made it.
    public internal(set) var id: CallID?
    public internal(set) var origin: Origin
    /// Whether it was begun with video.
    public internal(set) var isVideo: Bool
    /// The other person; in a group the first one who was called, or the caller.
    public internal(set) var peer: Person
    /// All who were called here.
    public internal(set) var called: [Person] = []
    /// Whether someone answered, or this device entered: the call took place.
    public internal(set) var hasBegun = false

    init(
        id: CallID? = nil, _ origin: Origin, isVideo: Bool, peer: Person, called: [Person] = [], hasBegun: Bool = false
    ) {
        (self.id, self.origin, self.isVideo, self.peer) = (id, origin, isVideo, peer)
        (self.called, self.hasBegun) = (called, hasBegun)
    }

    init(_ call: IncomingCall) {
        self.init(
            id: call.id, .incoming, isVideo: call.isVideo, peer: Person(id: call.caller, name: call.callerName))
    }
}
