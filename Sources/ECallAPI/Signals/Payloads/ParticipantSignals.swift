/// `participant_joined`, `participant_invited`, `handover_host`: the participant, and no more.
public struct ParticipantNotice: SignalPayload {
    public var call: CallID
    public var user: UserID
    /// The device that has joined; nil while it rings.
    public var device: DeviceID?
    public var name: String?

    public init(call: CallID, user: UserID, device: DeviceID?, name: String?) {
        self.call = call
        self.user = user
        self.device = device
        self.name = name
    }

    init?(_ members: JSONMembers) {
        guard let call: CallID = members.id(.callId), let user: UserID = members.id(.participantId) else { return nil }
        self.init(
            call: call, user: user, device: members.id(.participantDeviceId), name: members.text(.participantName))
    }

    func write(to members: inout SignalMembers) {
        members.put(call, as: .callId)
        members.put(user, as: .participantId)
        members.put(device, as: .participantDeviceId)
        members.put(name, as: .participantName)
    }
}

/// `participant_rejected`: a person who was rung will not join.
public struct ParticipantRejection: SignalPayload {
    public var participant: ParticipantNotice
    public var reason: EndReason?

    public init(participant: ParticipantNotice, reason: EndReason?) {
        self.participant = participant
        self.reason = reason
    }

    init?(_ members: JSONMembers) {
        guard let participant = ParticipantNotice(members) else { return nil }
        self.init(participant: participant, reason: members.reason)
    }

    func write(to members: inout SignalMembers) {
        participant.write(to: &members)
        members.put(reason?.rawValue, as: .reason)
    }
}

/// `participant_left`: a participant is no longer in the call.
public struct ParticipantDeparture: SignalPayload {
    public var participant: ParticipantNotice
    /// `removed` if the host has removed them; otherwise absent.
    public var reason: EndReason?

    public init(participant: ParticipantNotice, reason: EndReason? = nil) {
        self.participant = participant
        self.reason = reason
    }

    public var call: CallID { participant.call }
    public var user: UserID { participant.user }
    public var device: DeviceID? { participant.device }

    init?(_ members: JSONMembers) {
        guard let participant = ParticipantNotice(members) else { return nil }
        self.init(participant: participant, reason: members.reason)
    }

    func write(to members: inout SignalMembers) {
        participant.write(to: &members)
        members.put(reason?.rawValue, as: .reason)
    }
}

/// `participant_updated`: those members that have changed.
public struct ParticipantUpdate: SignalPayload {
    public var participant: ParticipantNotice
    public var status: ParticipantStatus?
    public var isMuted: Bool?
    public var isVideoEnabled: Bool?
    /// Whether the participant has the call on hold; nil if that has not changed.
    public var isOnHold: Bool?

    public init(
        participant: ParticipantNotice, status: ParticipantStatus? = nil, isMuted: Bool? = nil,
        isVideoEnabled: Bool? = nil, isOnHold: Bool? = nil
    ) {
        self.isOnHold = isOnHold
        self.participant = participant
        self.status = status
        self.isMuted = isMuted
        self.isVideoEnabled = isVideoEnabled
    }

    init?(_ members: JSONMembers) {
        guard let participant = ParticipantNotice(members) else { return nil }
        self.init(
            participant: participant, status: members.text(.status).flatMap { ParticipantStatus(rawValue: $0) },
            isMuted: members.flag(.isMuted), isVideoEnabled: members.flag(.isVideoEnabled),
            isOnHold: members.flag(.isOnHold))
    }

    func write(to members: inout SignalMembers) {
        participant.write(to: &members)
        members.put(status?.rawValue, as: .status)
        members.put(isMuted, as: .isMuted)
        members.put(isVideoEnabled, as: .isVideoEnabled)
        members.put(isOnHold, as: .isOnHold)
    }
}

/// `participant_feedId_updated`: the number under which a participant publishes in the room.
public struct ParticipantFeed: SignalPayload {
    public var participant: ParticipantNotice
    /// nil if nothing is published any more, which is encoded as 0.
    public var feed: FeedID?

    public init(participant: ParticipantNotice, feed: FeedID?) {
        self.participant = participant
        self.feed = feed
    }

    init?(_ members: JSONMembers) {
        guard let participant = ParticipantNotice(members) else { return nil }
        self.init(participant: participant, feed: members.id(.feedId))
    }

    func write(to members: inout SignalMembers) {
        participant.write(to: &members)
        members.put(feed ?? 0, as: .feedId)
    }
}

/// `participant_request_rejoin`: a device that is not in the call asks those who are for a key.
public struct RejoinRequest: SignalPayload {
    public var call: CallID
    public var user: UserID
    public var name: String?
    /// The one that asks: `calleeDeviceId` on the wire (wire-protocol 3.5).
    public var device: DeviceID

    public init(call: CallID, user: UserID, name: String?, device: DeviceID) {
        self.call = call
        self.user = user
        self.name = name
        self.device = device
    }

    init?(_ members: JSONMembers) {
        guard let call: CallID = members.id(.callId), let user: UserID = members.id(.participantId),
            let device: DeviceID = members.id(.calleeDeviceId)
        else { return nil }
        self.init(call: call, user: user, name: members.text(.participantName), device: device)
    }

    func write(to members: inout SignalMembers) {
        members.put(call, as: .callId)
        members.put(user, as: .participantId)
        members.put(name, as: .participantName)
        members.put(device, as: .calleeDeviceId)
    }
}
