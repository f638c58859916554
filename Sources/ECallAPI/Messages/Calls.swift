/// The status of a call, as the requesting person sees it.
public enum CallStatus: String, Codable, Sendable, WireEnumeration { case calling, active, missed, completed }

/// Relative to the person who asks: the host's call is outgoing.
public enum CallDirection: String, Codable, Sendable, WireEnumeration { case incoming, outgoing }

public enum CallMediaType: String, Codable, Sendable, WireEnumeration { case audio, video }

public enum CallCategory: String, Codable, Sendable, WireEnumeration { case personal, group }

/// The status of a participant (wire-protocol 4.1). An unknown value makes the app drop the whole list.
public enum ParticipantStatus: String, Codable, Sendable, WireEnumeration {
    case inviting, accepted, rejected, reconnecting, connected, left
}

/// One user in a call. `deviceId` is the device that joined, 0 while ringing.
public struct Participant: Codable, Sendable, Equatable {
    public var userId: UserID
    public var deviceId: DeviceID
    public var displayName: String
    public var isHost: Bool
    public var callId: CallID
    public var isHostKey: Bool
    public var feedId: FeedID?
    public var isMuted: Bool
    public var isVideoEnabled: Bool
    public var status: ParticipantStatus
    /// For a person who was rung and is not in the call: the reason. Absent for all others.
    public var endReason: EndReason?
    /// Whether they have the call on hold, to be in another. Absent for all others.
    public var isOnHold: Bool?

    public init(
        userId: UserID, deviceId: DeviceID, displayName: String, isHost: Bool, callId: CallID, isHostKey: Bool,
        feedId: FeedID?, isMuted: Bool, isVideoEnabled: Bool, status: ParticipantStatus, endReason: EndReason? = nil,
        isOnHold: Bool? = nil
    ) {
        self.isOnHold = isOnHold
        self.userId = userId
        self.deviceId = deviceId
        self.displayName = displayName
        self.isHost = isHost
        self.callId = callId
        self.isHostKey = isHostKey
        self.feedId = feedId
        self.isMuted = isMuted
        self.isVideoEnabled = isVideoEnabled
        self.status = status
        self.endReason = endReason
    }
}

/// A call as a client sees it (wire-protocol 1.10). `duration` in seconds, from `connectedAt`.
public struct CallRecord: Codable, Sendable, Equatable {
    public var id: CallID
    public var contactPublicKey: String
    public var contactPublicKeyHash: String
    public var callType: CallDirection
    public var callMediaType: CallMediaType
    public var callCategory: CallCategory
    public var startedAt: Timestamp
    public var answeredAt: Timestamp?
    /// The time at which the media of two participants were first there; absent if they never were, and in older servers.
    public var connectedAt: Timestamp?
    public var endedAt: Timestamp?
    public var status: CallStatus
    public var janusRoomId: RoomID
    public var duration: Int
    public var participants: [Participant]
    /// For a call that the requesting person was rung for and did not answer: the reason. Absent for all others, and in running calls.
    public var endReason: EndReason?

    public init(
        id: CallID, callType: CallDirection, callMediaType: CallMediaType, callCategory: CallCategory,
        startedAt: Timestamp, answeredAt: Timestamp?, connectedAt: Timestamp? = nil, endedAt: Timestamp?,
        status: CallStatus, janusRoomId: RoomID, duration: Int, participants: [Participant], endReason: EndReason? = nil
    ) {
        self.id = id
        self.endReason = endReason
        contactPublicKey = ""
        contactPublicKeyHash = ""
        self.callType = callType
        self.callMediaType = callMediaType
        self.callCategory = callCategory
        self.startedAt = startedAt
        self.answeredAt = answeredAt
        self.connectedAt = connectedAt
        self.endedAt = endedAt
        self.status = status
        self.janusRoomId = janusRoomId
        self.duration = duration
        self.participants = participants
    }
}

/// `POST /call/start`: the people called, the room, and for each device of theirs its own wrapped door key.
public struct StartCallRequest: Codable, Sendable, Equatable {
    public var roomId: RoomID
    public var calleeIds: [UserID]
    /// By `"<userId>_<deviceId>"`; opaque to the server, which keeps them in memory only.
    public var encryptedAESKeys: [String: String]
    public var isVideo: Bool
    /// The codec that all participants send, `h264` or `vp8`; travels on in the invitation. Absent: H.264.
    public var videoCodec: String?
    /// The caller's invite and join, for ringing devices and for those that join later (e2ee 2). In memory only.
    public var e2ee: E2EEOpening?

    public init(
        roomId: RoomID, calleeIds: [UserID], encryptedAESKeys: [String: String], isVideo: Bool,
        videoCodec: String? = nil, e2ee: E2EEOpening? = nil
    ) {
        self.roomId = roomId
        self.calleeIds = calleeIds
        self.encryptedAESKeys = encryptedAESKeys
        self.isVideo = isVideo
        self.videoCodec = videoCodec
        self.e2ee = e2ee
    }
}

/// A callee who could not be rung.
public struct OfflineCallee: Codable, Sendable, Equatable {
    public var id: UserID?
    public var displayName: String?

    public init(id: UserID?, displayName: String?) {
        self.id = id
        self.displayName = displayName
    }
}

/// Answer to `call/start`.
public struct StartCallResponse: Codable, Sendable, Equatable {
    public var callRecord: CallRecord
    public var offlineCallees: [OfflineCallee]?

    public init(callRecord: CallRecord, offlineCallees: [OfflineCallee]?) {
        self.callRecord = callRecord
        self.offlineCallees = offlineCallees
    }
}

/// Answer to `GET /call/{id}/participants`.
public struct ParticipantsResponse: Codable, Sendable, Equatable {
    public var participants: [Participant]
    public var currentUser: UserInfo

    public init(participants: [Participant], currentUser: UserInfo) {
        self.participants = participants
        self.currentUser = currentUser
    }
}

/// `PUT /call/{id}/participants`; absent members stay unchanged.
public struct UpdateParticipantRequest: Codable, Sendable, Equatable {
    public var callId: CallID?
    public var userId: UserID?
    public var status: ParticipantStatus?
    public var feedId: FeedID?
    public var isMuted: Bool?
    public var isVideoEnabled: Bool?
    /// For the calling device: it shows another call that rings, and compares the ids of calls. Absent: unchanged, at first false.
    public var takesCalls: Bool?
    /// For the calling device: no one in the call may decrypt what it sends, so it sends nothing, and its silence does not mean
    /// a broken connection. Absent: unchanged, initially false.
    public var sendsNothing: Bool?

    public init(
        callId: CallID?, userId: UserID?, status: ParticipantStatus? = nil, feedId: FeedID? = nil, isMuted: Bool? = nil,
        isVideoEnabled: Bool? = nil, takesCalls: Bool? = nil, sendsNothing: Bool? = nil
    ) {
        self.takesCalls = takesCalls
        self.sendsNothing = sendsNothing
        self.callId = callId
        self.userId = userId
        self.status = status
        self.feedId = feedId
        self.isMuted = isMuted
        self.isVideoEnabled = isVideoEnabled
    }
}

/// `POST /call/{id}/mute` and `/call/{id}/remove`: the participant to ask, or to remove.
public struct ParticipantRequest: Codable, Sendable, Equatable {
    public var userId: UserID

    public init(userId: UserID) { self.userId = userId }
}

/// `POST /call/{id}/request-invitation`: the maker of the link, and its secret.
public struct RequestInvitationRequest: Codable, Sendable, Equatable {
    public var userId: UserID
    /// 43 characters of base62.
    public var token: String

    public init(userId: UserID, token: String) {
        self.userId = userId
        self.token = token
    }
}

/// `POST /call/end`; 0 and null mean the device's only ringing or running call.
public struct EndCallRequest: Codable, Sendable, Equatable {
    public var callId: CallID?
    /// The reason why a ringing device will not answer: `no_answer` or `busy`. Absent, or anything else: declined, unless it
    /// rang until the timeout. For a device in the call: `connection_lost` if no one has hung up; anything else means that
    /// someone has.
    public var reason: EndReason?

    public init(callId: CallID?, reason: EndReason? = nil) {
        self.callId = callId
        self.reason = reason
    }
}

/// `POST /call/{id}/leave`: the device's texts to the others at its entry, and at its leave (e2ee 7).
public struct LeaveCallRequest: Codable, Sendable, Equatable {
    /// The join that the leave ends: an older one has no effect.
    public var join: String
    public var leave: String

    public init(join: String, leave: String) {
        self.join = join
        self.leave = leave
    }

    /// Whether both are of the form.
    public var isPermitted: Bool { E2EEKind.join.permits(join) && E2EEKind.leave.permits(leave) }
}

/// `POST /call/{id}/hold`: the texts of a leave, and the call that the device resumes.
public struct HoldCallRequest: Codable, Sendable, Equatable {
    /// As in `LeaveCallRequest`.
    public var join: String
    public var leave: String
    /// A call that the device has on hold and returns to: both calls change, or neither. Absent for none.
    public var resumedCallId: CallID?

    public init(join: String, leave: String, resumedCallId: CallID? = nil) {
        self.join = join
        self.leave = leave
        self.resumedCallId = resumedCallId
    }

    public var texts: LeaveCallRequest { LeaveCallRequest(join: join, leave: leave) }
}

/// Answer to `call/end`, and to `leave`, `hold`, `mute` and `remove` of `call/{id}`.
public struct EndCallResponse: Codable, Sendable, Equatable {
    public var success: Bool
    public init(success: Bool) { self.success = success }
}

/// Answer to `GET /call/active`, the request of a device that is back after a lost connection.
public struct ActiveCallResponse: Codable, Sendable, Equatable {
    public var active: Bool
    public var callId: CallID?
    public var state: String?
    public var participants: [Participant]?
    /// The call that the calling device has on hold beside `callId`; nil for none.
    public var heldCallId: CallID?
    /// The calls that ring on the calling device now: each as the signal `call_invitation` that the device was sent, with
    /// its own wrapped key and the caller's signed opening. `[]` if none rings.
    ///
    /// Absent if the server cannot tell: an older one, or one that was started again while a call rang, since keys are in memory
    /// only. A call that rings then goes on to its own end.
    public var ringing: [CallInvitation]?
    /// The reasons of ended calls, as sent to the calling device in the last two minutes by `call_ended` or `call_cancelled`,
    /// which a dead connection may have lost: eight at most, the oldest first. Absent in older servers; a restarted server
    /// knows none from before.
    public var ended: [SentEnd]?

    public init(
        active: Bool, callId: CallID? = nil, state: String? = nil, participants: [Participant]? = nil,
        heldCallId: CallID? = nil, ringing: [CallInvitation]? = nil, ended: [SentEnd]? = nil
    ) {
        self.active = active
        self.callId = callId
        self.state = state
        self.participants = participants
        self.heldCallId = heldCallId
        self.ringing = ringing
        self.ended = ended
    }
}

/// The end of a call, as `call_ended` or `call_cancelled` reported it to a device.
public struct SentEnd: Codable, Sendable, Equatable {
    public var callId: CallID
    public var reason: EndReason?

    public init(callId: CallID, reason: EndReason?) {
        self.callId = callId
        self.reason = reason
    }

    public init(_ end: CallEnd) { self.init(callId: end.call, reason: end.reason) }
}

/// Answer to `POST /call/{id}/invite`: the people who ring because of it.
public struct InviteResponse: Codable, Sendable, Equatable {
    public var invitedUsers: [UserID]

    public init(invitedUsers: [UserID]) { self.invitedUsers = invitedUsers }

    private enum CodingKeys: String, CodingKey { case invitedUsers = "invited_users" }
}

/// `POST /call/accept`: joining, in the words of requirement 003.
public struct AcceptCallRequest: Codable, Sendable, Equatable {
    public var callId: CallID
    public init(callId: CallID) { self.callId = callId }
}

/// `POST /calls`: the old way to call one person.
public struct PlaceCallRequest: Codable, Sendable, Equatable {
    public var roomId: RoomID
    public var calleeId: UserID
    /// As in `StartCallRequest`.
    public var encryptedAESKeys: [String: String]
    public var isVideo: Bool

    public init(roomId: RoomID, calleeId: UserID, encryptedAESKeys: [String: String], isVideo: Bool) {
        self.roomId = roomId
        self.calleeId = calleeId
        self.encryptedAESKeys = encryptedAESKeys
        self.isVideo = isVideo
    }
}

/// `DELETE /calls/histories`: the calls to remove from the caller's history.
public struct DeleteCallsRequest: Codable, Sendable, Equatable {
    public var callIds: [CallID]
    public init(callIds: [CallID]) { self.callIds = callIds }
}

/// Answer to `DELETE /calls/histories`: those that were in the caller's history.
public struct DeleteCallsResponse: Codable, Sendable, Equatable {
    public var deleted: [CallID]
    public init(deleted: [CallID]) { self.deleted = deleted }
}
