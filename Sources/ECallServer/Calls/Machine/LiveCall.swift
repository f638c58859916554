import ECallAPI

/// A call that rings or runs. A value: only the switchboard changes it. Stored as it changes, so it holds no keys.
struct LiveCall: Sendable, Equatable, Codable {
    let id: CallID
    let room: RoomID
    let isVideo: Bool
    /// The device that started it; never changes.
    let host: DeviceIdentity
    /// One a user, the host first, then in the order of the requests.
    var members: [CallMember]
    /// The one participant that rotates keys and answers requests for them (wire-protocol 4.6).
    var keyHost: UserID
    /// Callees of the request that could not be rung.
    let offline: [UserID]
    let startedAt: Timestamp
    var answeredAt: Timestamp?
    /// When two were connected for the first time.
    var connectedAt: Timestamp?
    var endedAt: Timestamp?
    /// Since when nobody has been connected, once somebody has answered.
    var unconnectedSince: Timestamp?
    /// When `handover_host` is sent for the second time (wire-protocol 4.6, timing trap).
    var handoverRepeatAt: Timestamp?
    /// By when the key host must have sent a rotation after a leave (e2ee 6).
    var rotationDueAt: Timestamp?
    /// By when the key host must be back after the server was started again.
    var keyHostDueAt: Timestamp?
    /// Devices that have asked for a key (wire-protocol 4.7), the latest of each user.
    var rejoins: [UserID: PendingRejoin] = [:]

    var category: CallCategory { members.count > 2 ? .group : .personal }
    var inCall: [CallMember] { members.filter(\.isInCall) }
    var ringing: [CallMember] { members.filter { $0.status == .inviting } }

    subscript(user: UserID) -> CallMember? {
        get { members.first { $0.user == user } }
        set {
            guard let newValue else { return }
            if let index = members.firstIndex(where: { $0.user == user }) {
                members[index] = newValue
            } else {
                members.append(newValue)
            }
        }
    }

    /// The devices in the call, without one.
    func devices(except device: DeviceIdentity? = nil) -> [DeviceIdentity] {
        inCall.compactMap(\.identity).filter { $0 != device }
    }

    /// Those that wait for a key.
    var awaitingDevices: [DeviceIdentity] {
        rejoins.map { DeviceIdentity(user: $0.key, device: $0.value.device) }
    }

    func hasJoined(_ device: DeviceIdentity) -> Bool {
        self[device.user].map { $0.isInCall && $0.device == device.device } ?? false
    }

    /// Whether the device rings, or has joined.
    func concerns(_ device: DeviceIdentity) -> Bool {
        hasJoined(device) || self[device.user]?.ringing.contains(device.device) == true
    }
}

/// A device that waits for a key, to come into the call without an invitation.
struct PendingRejoin: Sendable, Equatable, Codable {
    let device: DeviceID
    let askedAt: Timestamp
    let until: Timestamp
}

/// One user in a call.
struct CallMember: Sendable, Equatable, Codable {
    let user: UserID
    let name: String
    let isHost: Bool
    /// Who rang this user; the host's own.
    let inviter: UserID
    /// Has blocked who invites: to everybody else a callee who does not answer, while no device rings, the line stays free,
    /// and the invitation is none of this user's.
    var isShielded = false
    /// Where somebody who is shielded stood before that, as they see themselves; nil when the call was never theirs.
    var ownStatus: ParticipantStatus?
    var status: ParticipantStatus
    /// The device that joined; nil while it rings and after a decline.
    var device: DeviceID?
    /// Why the ringing ended without an answer.
    var endReason: EndReason?
    /// The devices that ring.
    var ringing: Set<DeviceID> = []
    var ringUntil: Timestamp?
    var joinedAt: Timestamp?
    var leftAt: Timestamp?
    /// Since when the joined device has had no signalling session.
    var awaySince: Timestamp?
    /// The Janus publisher of the joined device.
    var feed: FeedID?
    var isMuted = false
    var isVideoEnabled: Bool

    /// The device that joined, as a whole.
    var identity: DeviceIdentity? { device.map { DeviceIdentity(user: user, device: $0) } }
    /// The devices that ring, as a whole, in their order.
    var ringingDevices: [DeviceIdentity] { ringing.sorted().map { DeviceIdentity(user: user, device: $0) } }
    /// Joined and not left.
    var isInCall: Bool { status == .accepted || status == .connected || status == .reconnecting }
    /// Whether media of this member is known to run.
    var isConnected: Bool { status == .connected || (isInCall && feed != nil) }
    /// Takes one of the places of the call.
    var hasSeat: Bool { isInCall || status == .inviting }
    /// The call is not this user's at all.
    var isUnaware: Bool { isShielded && ownStatus == nil }
}
