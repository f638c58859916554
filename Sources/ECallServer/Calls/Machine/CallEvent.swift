import ECallAPI

/// What happens to calls, by origin: requests, signalling sessions, Janus, the account, the clock.
enum CallEvent: Sendable {
    case start(CallStart)
    case join(CallID, by: DeviceIdentity)
    /// nil means the device's only ringing or running call.
    case end(CallID?, by: DeviceIdentity)
    case update(CallID, UpdateParticipantRequest, by: DeviceIdentity)

    case sessionOpened(DeviceID)
    case sessionClosed(DeviceID)

    /// The device publishes in the room under this number.
    case feedPublished(FeedID, in: RoomID, by: DeviceIdentity)
    case feedGone(FeedID, in: RoomID, by: DeviceIdentity)

    case deviceRemoved(DeviceIdentity)
    /// Nothing but that time has passed.
    case tick
}

/// A request to start a call, with what the directory knows about the callees.
struct CallStart: Sendable {
    /// The id the call gets, unless it is a repetition of a request.
    let id: CallID
    let caller: DeviceIdentity
    let callerName: String
    let room: RoomID
    let isVideo: Bool
    /// Travels on to the callees as it is.
    var videoCodec: String?
    let callees: [Callee]

    struct Callee: Sendable {
        let user: UserID
        let name: String
        /// Friends with the caller, and at least one device has a public key.
        let isAvailable: Bool
        /// The wrapped door key of each registered device that the request has one for.
        let keys: [DeviceID: String]
        /// Has blocked the caller: see `CallMember.isShielded`.
        var isShielded = false
    }
}

/// What the switchboard wants done, in this order.
enum CallEffect: Sendable, Equatable {
    case deliver(SignalMessage, to: DeviceID)
    /// Rings the device with an invitation that carries its own wrapped door key.
    case ring(SignalMessage, on: DeviceID)
    case record(CallSnapshot)
    /// The two now talk with each other.
    case interaction(UserID, UserID, at: Timestamp)
    /// The call is over: nobody may use its room any more.
    case endRoom(RoomID)
}

/// What an event led to.
struct CallOutcome: Sendable, Equatable {
    var effects: [CallEffect] = []
    /// The call that was started, joined, ended or changed.
    var call: CallID?
    /// Why the request was refused; effects there may be nevertheless.
    var refusal: CallRefusal?

    static func refused(_ refusal: CallRefusal, _ effects: [CallEffect] = []) -> Self {
        Self(effects: effects, refusal: refusal)
    }
}

/// Why a request about a call is refused (wire-protocol 4.2 to 4.8).
enum CallRefusal: Error, Sendable, Equatable, CaseIterable {
    case allCalleesBusy
    case calleeNotAvailable
    case keyMissing
    case alreadyInCall
    case joinedByOtherDevice
    case notFound
    case over
    case notInCall
    case unknownParticipant
}

/// What is kept of a call: no keys, no media.
struct CallSnapshot: Sendable, Equatable {
    let id: CallID
    let room: RoomID
    let host: DeviceIdentity
    let isVideo: Bool
    let category: CallCategory
    let startedAt: Timestamp
    let answeredAt: Timestamp?
    let endedAt: Timestamp?
    let members: [Member]

    struct Member: Sendable, Equatable {
        let user: UserID
        let device: DeviceID?
        let isHost: Bool
        let status: ParticipantStatus
        let joinedAt: Timestamp?
        let leftAt: Timestamp?
        /// The call is not in this user's history.
        let isShielded: Bool
    }

    init(_ call: LiveCall) {
        id = call.id
        room = call.room
        host = call.host
        isVideo = call.isVideo
        category = call.category
        startedAt = call.startedAt
        answeredAt = call.answeredAt
        endedAt = call.endedAt
        members = call.members.map {
            Member(
                user: $0.user, device: $0.device, isHost: $0.isHost, status: $0.status, joinedAt: $0.joinedAt,
                leftAt: $0.leftAt, isShielded: $0.isShielded)
        }
    }
}
