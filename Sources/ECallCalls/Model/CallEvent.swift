public import ECallAPI
public import ECallLanguage
public import ECallMedia
public import ECallSecurity
public import FrameCrypto
public import KeyDistribution

/// The events of a call that are reported to the person, in order.
public enum CallEvent: Sendable, Equatable {
    /// An incoming call; `answer` or `decline` within 60 s.
    case incoming(IncomingCall)
    /// Devices of a callee ring; not reported if none can.
    case ringing(CallID)
    /// The first other person joined.
    case answered(CallID, by: UserID, name: String)
    case participantJoined(CallID, UserID, name: String)
    case participantLeft(CallID, UserID)
    /// The host has removed a participant; in place of `participantLeft`. A person who only rang was not in the call.
    case participantRemoved(CallID, UserID, name: String)
    /// A person is rung into the running call.
    case participantRinging(CallID, UserID, name: String)
    /// A person who was rung will not join: they declined, did not answer, or are in another call.
    case participantRefused(CallID, UserID, name: String, CallParticipant.Status)
    /// A person whom this person rang replies that they will not join; end-to-end encrypted, by a device that is known as
    /// theirs.
    case participantReplied(CallID, UserID, name: String, CallReply)
    /// The host asks this person to mute; they decide.
    case muteRequested(CallID, by: UserID, name: String)
    /// A contact asks to be invited, by a link of this person; they are invited if they were met before. Otherwise the person decides.
    case invitationRequested(CallID, by: UserID, name: String, LinkVerdict)
    /// This device joined the call muted, because the server's limit of unmuted people is reached.
    case joinedMuted(CallID)
    /// Another participant's media no longer reach the server, or reach it again.
    case participantConnection(CallID, UserID, name: String, ConnectionState)
    case encryption(CallID, EncryptionState)
    /// The trust in a participant's device, as far as is known here; a held one is neither heard nor sent to until it is confirmed.
    case trust(CallID, UserID, name: String, DeviceTrust)
    /// Another participant has started or stopped recording what they receive; their device says so, signed.
    case participantRecording(CallID, UserID, name: String, Bool)
    case participantSharing(CallID, UserID, name: String, Bool)
    /// This device records from now on, which the others were told before; or its recording has failed, which they are told.
    case recording(CallID, Bool)
    case hand(CallID, UserID, name: String, isRaised: Bool)
    case reaction(CallID, UserID, name: String, Reaction)
    /// The media connection broke or is back; nothing is reported of a call that never lost it.
    case connection(CallID, ConnectionState)
    /// The quality of a participant's media received here, when it changes.
    case participantQuality(CallID, UserID, name: String, QualityLevel)
    /// The quality of this device's own connection, when it changes: reported before the qualities of the others that follow from it.
    case quality(CallID, QualityLevel)
    /// The own microphone or camera is on and captures nothing, or that is over.
    case capture(CallID, CaptureNotice, isOver: Bool)
    /// Why no media have arrived yet, once they are late, and when that is over.
    case mediaWait(CallID, MediaWait)
    /// The first decrypted video frame of a person; milliseconds since the call was placed or answered.
    case firstPicture(CallID, from: UserID, milliseconds: Int)
    /// The first decrypted audio of a person, whether a loudspeaker plays it or not; milliseconds since the call was placed or answered.
    case firstSound(CallID, from: UserID, milliseconds: Int, isPlayed: Bool = false)
    /// Something the person should know and need not act on, such as a new device or a changed key of a contact.
    case notice(CallID, Text)
    /// The call is over, everything is torn down, keys are wiped.
    case ended(CallSummary)
    /// A missed call: the invitation arrived too late to ring.
    case missed(IncomingCall)
    /// The clock of this machine is off, and by how much: reported once.
    case clockOff(Text)
    /// The server no longer knows this device: no call arrives, and none can be placed.
    case signedOut
    /// The operator has suspended the account, and the reason: no call arrives or can be placed until that is over.
    case suspended(Text)
}

/// A call that waits for an answer.
public struct IncomingCall: Sendable, Equatable, Codable {
    public let id: CallID
    public let room: RoomID
    public let caller: UserID
    public let callerDevice: DeviceID
    public let callerName: String
    public let isVideo: Bool
    /// The codec in which all participants send video.
    public let videoCodec: FrameCodec
    /// Whether it is signed by a device that is the caller's, as far as is known here; otherwise it could be anyone's.
    public let isVerified: Bool
    /// Whether it is signed by a device that may be a new one of the caller's, whom this device knows.
    public let isNewDevice: Bool
    /// The reason to doubt the caller's name; nil if there is none.
    public let doubt: NameDoubt?
    /// The history of the device that has signed it; nil if none of theirs has.
    public let past: DevicePast?

    public init(
        id: CallID, room: RoomID, caller: UserID, callerDevice: DeviceID, callerName: String, isVideo: Bool,
        videoCodec: FrameCodec = .h264, isVerified: Bool = true, isNewDevice: Bool = false, doubt: NameDoubt? = nil,
        past: DevicePast? = nil
    ) {
        self.id = id
        self.room = room
        self.caller = caller
        self.callerDevice = callerDevice
        self.callerName = callerName
        self.isVideo = isVideo
        self.videoCodec = videoCodec
        self.isVerified = isVerified
        self.isNewDevice = isNewDevice
        (self.doubt, self.past) = (doubt, past)
    }
}

/// The protection of the media that can truthfully be claimed right now.
public enum EncryptionState: String, Sendable, Equatable, Codable {
    /// No one has shown yet, or any longer, that they have the key of this device. Nothing is ever sent without one.
    case waitingForKey
    /// A participant has shown, signed in this call, that they have the key of this device. Media is sealed for the members of the
    /// call: protected from outsiders and from a server that only listens.
    case protected
}

/// Whether a participant's media reach the others.
public enum ConnectionState: String, Sendable, Equatable, Codable {
    /// The connection does not reach the others and is being recreated.
    case reconnecting
    case connected
}

/// The reason for the end of a call.
public enum CallEndReason: String, Sendable, Equatable, Codable {
    case hungUp, remoteHungUp, declined, notAnswered, answeredElsewhere, cancelled, connectionLost, failed
    /// The callee's device is in another call.
    case busy
    case declinedElsewhere
    /// The host has removed this person; they can come back when a participant invites them.
    case removed
    /// The connection of the other side was lost and did not recover.
    case remoteLost
}

/// A finished call.
public struct CallSummary: Sendable, Equatable, Codable {
    public let id: CallID
    public let reason: CallEndReason
    /// The problem, for a person to read; nil if there was none.
    public let problem: Text?
    public let statistics: CallStatistics
    /// The reply of a single callee who declined; nil if there was none that can be believed.
    public let reply: CallReply?

    public init(
        id: CallID, reason: CallEndReason, problem: Text?, statistics: CallStatistics, reply: CallReply? = nil
    ) {
        self.reply = reply
        self.id = id
        self.reason = reason
        self.problem = problem
        self.statistics = statistics
    }
}
