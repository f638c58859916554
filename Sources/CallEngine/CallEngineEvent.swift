package import ECallAPI

/// What happens to calls, by origin: requests, signalling sessions, Janus, the account, the clock.
package enum CallEngineEvent: Sendable {
    case start(CallStart)
    case invite(CallID, CallInvite)
    case join(CallID, by: DeviceIdentity)
    /// Somebody who has a link of that user to the call asks to be invited by them.
    case requestInvitation(CallID, of: UserID, by: UserID, token: String)
    /// A device that is not in the call any more, or has lost its key, asks those who are for a key.
    case requestRejoin(CallID, by: DeviceIdentity)
    /// It has got one.
    case rejoin(CallID, by: DeviceIdentity)
    /// nil means the device's only ringing or running call. A device that rings may say why it will not answer.
    case end(CallID?, by: DeviceIdentity, saying: EndReason? = nil)
    /// The device is in another call for a while: its place is kept.
    case hold(CallID, by: DeviceIdentity)
    case update(CallID, UpdateParticipantRequest, by: DeviceIdentity)
    /// Who made the call has that user asked to mute.
    case askToMute(CallID, UserID, by: DeviceIdentity)
    /// Who made the call puts that user out of it.
    case remove(CallID, UserID, by: DeviceIdentity)

    case sessionOpened(DeviceIdentity)
    /// Its page closes, as its browser says; the session is closed next.
    case sessionGoing(DeviceIdentity)
    case sessionClosed(DeviceIdentity)

    /// The device publishes in the room under this number.
    case feedPublished(FeedID, in: RoomID, by: DeviceIdentity)
    case feedGone(FeedID, in: RoomID, by: DeviceIdentity)
    /// Janus began to receive audio of what the device publishes, or receives none any more: clients send it without
    /// pause.
    case feedAudio(FeedID, in: RoomID, by: DeviceIdentity, isReceived: Bool)

    case deviceRemoved(DeviceIdentity)
    /// Nothing but that time has passed.
    case tick
}

/// A request to start a call, with what the directory knows about the callees.
package struct CallStart: Sendable {
    /// The id the call gets, unless it is a repetition of a request.
    package let id: CallID
    package let caller: DeviceIdentity
    package let callerName: String
    package let room: RoomID
    package let isVideo: Bool
    /// Travels on to the callees as it is.
    package var videoCodec: String?
    /// The same.
    package var e2ee: E2EEOpening?
    package let callees: [Callee]

    package struct Callee: Sendable {
        package let user: UserID
        package let name: String
        /// Friends with the caller, and at least one device has a public key.
        package let isAvailable: Bool
        /// The wrapped door key of each registered device that the request has one for.
        package let keys: [DeviceID: String]
        /// Has blocked the caller: see `CallMember.isShielded`.
        package var isShielded = false

        package init(user: UserID, name: String, isAvailable: Bool, keys: [DeviceID: String], isShielded: Bool = false)
        {
            self.user = user
            self.name = name
            self.isAvailable = isAvailable
            self.keys = keys
            self.isShielded = isShielded
        }
    }

    package init(
        id: CallID, caller: DeviceIdentity, callerName: String, room: RoomID, isVideo: Bool, videoCodec: String? = nil,
        e2ee: E2EEOpening? = nil, callees: [Callee]
    ) {
        self.id = id
        self.caller = caller
        self.callerName = callerName
        self.room = room
        self.isVideo = isVideo
        self.videoCodec = videoCodec
        self.e2ee = e2ee
        self.callees = callees
    }
}

/// A request of a participant to ring more people (wire-protocol 4.5), with what the directory knows about them.
package struct CallInvite: Sendable {
    package let inviter: DeviceIdentity
    package let inviterName: String
    package var videoCodec: String?
    package var e2ee: E2EEOpening?
    package let callees: [CallStart.Callee]

    package init(
        inviter: DeviceIdentity, inviterName: String, videoCodec: String? = nil, e2ee: E2EEOpening? = nil,
        callees: [CallStart.Callee]
    ) {
        self.inviter = inviter
        self.inviterName = inviterName
        self.videoCodec = videoCodec
        self.e2ee = e2ee
        self.callees = callees
    }
}

/// What the call state machine wants done, in this order.
package enum CallEffect: Sendable, Equatable {
    case deliver(Signal, to: DeviceIdentity)
    /// A text that the device is given before anything else, now that it is in the call.
    case give(Signal, to: DeviceIdentity)
    /// Rings the device with an invitation that carries its own wrapped door key.
    case ring(CallInvitation, on: DeviceIdentity)
    /// The call is over for the device, whether it rings or has joined.
    case end(CallEnd, on: DeviceIdentity)
    /// The device rings no more: its user has dealt with the call elsewhere.
    case cancel(CallEnd, on: DeviceIdentity)
    case record(CallSnapshot)
    /// The two now talk with each other.
    case interaction(UserID, UserID, at: Timestamp)
    /// The call is over: nobody may use its room any more.
    case endRoom(RoomID)
    /// What the device has in the room ends at once; it may not use it any more.
    case expel(DeviceIdentity, from: RoomID)
}

extension CallEffect {
    /// The signal that it sends, and to whom.
    package var addressed: (signal: Signal, device: DeviceIdentity)? {
        switch self {
        case .deliver(let signal, let device): (signal, device)
        case .ring(let invitation, let device): (.callInvitation(invitation), device)
        case .end(let end, let device): (.callEnded(end), device)
        case .cancel(let end, let device): (.callCancelled(end), device)
        // Not one of those that are brought once the decision is stored.
        case .give, .record, .interaction, .endRoom, .expel: nil
        }
    }

    /// The text that it gives, and to whom.
    package var given: (signal: Signal, device: DeviceIdentity)? {
        if case .give(let signal, let device) = self { (signal, device) } else { nil }
    }
}

/// What an event led to.
package struct CallOutcome: Sendable, Equatable {
    package var effects: [CallEffect] = []
    /// The call that was started, joined, ended or changed.
    package var call: CallID?
    /// Those who ring because of this request, or of the same one before.
    package var invited: [UserID] = []
    /// Why the request was refused; effects there may be nevertheless.
    package var refusal: CallRefusal?

    /// Nothing happened.
    package static let nothing = CallOutcome()

    package static func refused(_ refusal: CallRefusal, _ effects: [CallEffect] = []) -> Self {
        Self(effects: effects, refusal: refusal)
    }
}

/// Why a request about a call is refused (wire-protocol 4.2 to 4.8).
package enum CallRefusal: Error, Sendable, Equatable, CaseIterable {
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
    /// More would be heard at once than the limit allows.
    case tooManyUnmuted
    /// The asker has not made the call.
    case notHost
    /// Who made the call has put the asker out of it.
    case removed
    /// Nobody is connected who could hand out a key.
    case nobodyThere
    /// The device has not asked for a key, or too long ago.
    case notAsked
}
