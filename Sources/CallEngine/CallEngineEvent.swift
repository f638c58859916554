package import ECallAPI

/// The events of calls, by origin: requests, signalling sessions, Janus, the account, the clock.
package enum CallEngineEvent: Sendable {
    case start(CallStart)
    case invite(CallID, CallInvite)
    case join(CallID, by: DeviceIdentity)
    /// A person with that user's link to the call asks them for an invitation.
    case requestInvitation(CallID, of: UserID, by: UserID, token: String)
    /// A device that is no longer in the call, or has lost its key, asks the participants for a key.
    case requestRejoin(CallID, by: DeviceIdentity)
    /// The device has got a key.
    case rejoin(CallID, by: DeviceIdentity)
    /// nil means the device's only ringing or running call. A ringing device may give the reason why it does not answer.
    case end(CallID?, by: DeviceIdentity, saying: EndReason? = nil)
    /// The device is in another call for a while and keeps its seat: in a new one, or in one that it had on hold and resumes.
    case hold(CallID, by: DeviceIdentity, resuming: CallID? = nil)
    case update(CallID, UpdateParticipantRequest, by: DeviceIdentity)
    case askToMute(CallID, UserID, by: DeviceIdentity)
    case remove(CallID, UserID, by: DeviceIdentity)
    /// The key host has rotated, as it had to by that moment.
    case rotationSeen(CallID, by: UserID, due: Timestamp)

    case sessionOpened(DeviceIdentity)
    /// Its browser reports that the page closes; the session is closed next.
    case sessionGoing(DeviceIdentity)
    case sessionClosed(DeviceIdentity)

    /// The device publishes in the room under this number.
    case feedPublished(FeedID, in: RoomID, by: DeviceIdentity)
    case feedGone(FeedID, in: RoomID, by: DeviceIdentity)
    /// ICE and DTLS of the device's feed are established.
    case feedMedia(FeedID, in: RoomID, by: DeviceIdentity)
    /// Janus began or ceased to receive audio of the device's feed; clients send it continuously.
    case feedAudio(FeedID, in: RoomID, by: DeviceIdentity, isReceived: Bool)

    case deviceRemoved(DeviceIdentity)
    /// Only time has passed.
    case tick
}

/// A request to start a call, with the directory's data about the callees.
package struct CallStart: Sendable {
    /// The id of the new call, unless the request is a repetition.
    package let id: CallID
    package let caller: DeviceIdentity
    package let callerName: String
    package let room: RoomID
    package let isVideo: Bool
    /// Passed on to the callees unchanged.
    package var videoCodec: String?
    /// Passed on to the callees unchanged.
    package var e2ee: E2EEOpening?
    package let callees: [Callee]

    package struct Callee: Sendable {
        package let user: UserID
        package let name: String
        /// Whether the callee is a friend of the caller, and at least one device has a public key.
        package let isAvailable: Bool
        /// The wrapped door key of each registered device that the request has one for.
        package let keys: [DeviceID: String]
        /// Whether the callee has blocked the caller: see `CallMember.isShielded`.
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

/// A participant's request to ring more people (wire-protocol 4.5), with the directory's data about them.
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

/// The effects that the call state machine requests, in order. A signal to several devices is one effect.
package enum CallEffect: Sendable, Equatable {
    case deliver(Signal, to: [DeviceIdentity])
    /// An E2EE message that the device gets before anything else, now that it is in the call.
    case give(Signal, to: DeviceIdentity)
    /// Rings the device with an invitation that carries its own wrapped door key.
    case ring(CallInvitation, on: DeviceIdentity)
    /// Ends the call on the devices, whether they ring or have joined.
    case end(CallEnd, on: [DeviceIdentity])
    /// Stops the ringing on the devices: their user has handled the call elsewhere.
    case cancel(CallEnd, on: [DeviceIdentity])
    case record(CallSnapshot)
    /// The two users begin to talk with each other.
    case interaction(UserID, UserID, at: Timestamp)
    /// Closes the room of an ended call to everyone.
    case endRoom(RoomID)
    /// Detaches the device's handles in the room at once and revokes its access.
    case expel(DeviceIdentity, from: RoomID)
}

extension CallEffect {
    /// The signal that it sends, and the recipients.
    package var addressed: (signal: Signal, devices: [DeviceIdentity])? {
        switch self {
        case .deliver(let signal, let devices): (signal, devices)
        case .ring(let invitation, let device): (.callInvitation(invitation), [device])
        case .end(let end, let devices): (.callEnded(end), devices)
        case .cancel(let end, let devices): (.callCancelled(end), devices)
        // Not delivered after the decision is stored.
        case .give, .record, .interaction, .endRoom, .expel: nil
        }
    }

    /// Whether it is a signal without a recipient.
    var isForNobody: Bool { addressed?.devices.isEmpty ?? false }

    /// The E2EE message that it gives, and the recipient.
    package var given: (signal: Signal, device: DeviceIdentity)? {
        if case .give(let signal, let device) = self { (signal, device) } else { nil }
    }
}

package struct CallOutcome: Sendable, Equatable {
    package var effects: [CallEffect] = []
    /// The call that was started, joined, ended or changed.
    package var call: CallID?
    /// The users who ring because of this request, or of the same one before.
    package var invited: [UserID] = []
    /// The reason of a refusal, which may have effects nevertheless.
    package var refusal: CallRefusal?

    package static let nothing = CallOutcome()

    package static func refused(_ refusal: CallRefusal, _ effects: [CallEffect] = []) -> Self {
        Self(effects: effects, refusal: refusal)
    }
}

/// The reason why a request about a call is refused (wire-protocol 4.2 to 4.8).
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
    /// All callees are in this call already.
    case calleeInCall
    /// The limit of participants, including ringing ones, would be exceeded.
    case full
    /// The limit of unmuted participants would be exceeded.
    case tooManyUnmuted
    case notHost
    case removed
    /// No connected participant could hand out a key.
    case nobodyThere
    /// The device has not asked for a key, or too long ago.
    case notAsked
}
