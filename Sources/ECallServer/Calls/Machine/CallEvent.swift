import ECallAPI

/// What happens to calls, by origin: requests, signalling sessions, Janus, the account, the clock.
enum CallEvent: Sendable {
    case start(CallStart)
    case invite(CallID, CallInvite)
    case join(CallID, by: DeviceIdentity)
    /// A device that is not in the call any more, or has lost its key, asks those who are for a key.
    case requestRejoin(CallID, by: DeviceIdentity)
    /// It has got one.
    case rejoin(CallID, by: DeviceIdentity)
    /// nil means the device's only ringing or running call. A device that rings may say why it will not answer.
    case end(CallID?, by: DeviceIdentity, saying: EndReason? = nil)
    case update(CallID, UpdateParticipantRequest, by: DeviceIdentity)

    case sessionOpened(DeviceIdentity)
    case sessionClosed(DeviceIdentity)

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

/// A request of a participant to ring more people (wire-protocol 4.5), with what the directory knows about them.
struct CallInvite: Sendable {
    let inviter: DeviceIdentity
    let inviterName: String
    var videoCodec: String?
    let callees: [CallStart.Callee]
}

/// What the switchboard wants done, in this order.
enum CallEffect: Sendable, Equatable {
    case deliver(SignalMessage, to: DeviceIdentity)
    /// Rings the device with an invitation that carries its own wrapped door key.
    case ring(SignalMessage, on: DeviceIdentity)
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
    /// Those who ring because of this request, or of the same one before.
    var invited: [UserID] = []
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
    /// Everybody named is in this call already.
    case calleeInCall
    /// More would be in the call, or ring, than the limit allows.
    case full
    /// Nobody is connected who could hand out a key.
    case nobodyThere
    /// The device has not asked for a key, or too long ago.
    case notAsked
}
