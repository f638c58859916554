import ECallAPI

/// A call that rings or runs. A value: only the switchboard changes it.
struct LiveCall: Sendable, Equatable {
    let id: CallID
    let room: RoomID
    let isVideo: Bool
    /// The device that started it; never changes.
    let host: DeviceIdentity
    /// One a user, the host first, then in the order of the request.
    var members: [CallMember]
    /// The one participant that rotates keys and answers requests for them (wire-protocol 4.6).
    var keyHost: UserID
    /// Callees of the request that could not be rung.
    let offline: [UserID]
    let startedAt: Timestamp
    var answeredAt: Timestamp?
    var endedAt: Timestamp?
    /// Since when nobody has been connected, once somebody has answered.
    var unconnectedSince: Timestamp?
    /// When `handover_host` is sent for the second time (wire-protocol 4.6, timing trap).
    var handoverRepeatAt: Timestamp?
    /// By when the key host must have sent a rotation after a leave (e2ee 6).
    var rotationDueAt: Timestamp?

    var category: CallCategory { members.count > 2 ? .group : .personal }
    var inCall: [CallMember] { members.filter(\.isInCall) }
    var ringing: [CallMember] { members.filter { $0.status == .inviting } }

    subscript(user: UserID) -> CallMember? {
        get { members.first { $0.user == user } }
        set {
            guard let newValue, let index = members.firstIndex(where: { $0.user == user }) else { return }
            members[index] = newValue
        }
    }

    /// The devices in the call, without one.
    func devices(except device: DeviceID? = nil) -> [DeviceID] {
        inCall.compactMap(\.device).filter { $0 != device }
    }
}

/// One user in a call.
struct CallMember: Sendable, Equatable {
    let user: UserID
    let name: String
    let isHost: Bool
    /// Has blocked the caller: to everybody else a callee who does not answer, while no device rings, the line stays free,
    /// and the call is none of this user's.
    var isShielded = false
    var status: ParticipantStatus
    /// The device that joined; nil while it rings and after a decline.
    var device: DeviceID?
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

    /// Joined and not left.
    var isInCall: Bool { status == .accepted || status == .connected || status == .reconnecting }
    /// Whether media of this member is known to run.
    var isConnected: Bool { status == .connected || (isInCall && feed != nil) }
    var tookPart: Bool { joinedAt != nil }
}
