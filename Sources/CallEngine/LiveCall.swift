package import ECallAPI

/// A call that rings or runs. A value: only the call state machine changes it. Stored as it changes, so it holds no keys.
package struct LiveCall: Sendable, Equatable, Codable {
    package let id: CallID
    package let room: RoomID
    package let isVideo: Bool
    /// The device that started it; never changes.
    package let host: DeviceIdentity
    /// One a user, the host first, then in the order of the requests.
    package var members: [CallMember]
    /// The one participant that rotates keys and answers requests for them (wire-protocol 4.6).
    package var keyHost: UserID
    /// Callees of the request that could not be rung.
    package let offline: [UserID]
    package let startedAt: Timestamp
    package var answeredAt: Timestamp?
    /// When two were connected for the first time.
    package var connectedAt: Timestamp?
    package var endedAt: Timestamp?
    /// Since when nobody has been connected, once somebody has answered.
    package var unconnectedSince: Timestamp?
    /// When `handover_host` is sent for the second time (wire-protocol 4.6, timing trap).
    package var handoverRepeatAt: Timestamp?
    /// By when the key host must have sent a rotation after a leave (wire-protocol 4.6).
    package var rotationDueAt: Timestamp?
    /// By when the key host must be back after the server was started again.
    package var keyHostDueAt: Timestamp?
    /// Devices that have asked for a key (wire-protocol 4.7), the latest of each user.
    package var rejoins: [UserID: PendingRejoin] = [:]

    package var category: CallCategory { members.count > 2 ? .group : .personal }
    package var inCall: [CallMember] { members.filter(\.isInCall) }
    package var ringing: [CallMember] { members.filter { $0.status == .inviting } }
    /// How many others may be heard: what waits sends nothing.
    func unmuted(except user: UserID) -> Int {
        members.count { $0.user != user && $0.isInCall && !$0.isOnHold && !$0.isMuted }
    }

    package subscript(user: UserID) -> CallMember? {
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
    package func devices(except device: DeviceIdentity? = nil) -> [DeviceIdentity] {
        inCall.compactMap(\.identity).filter { $0 != device }
    }

    /// How much of the user's attention the call has: less first.
    func rank(of user: UserID) -> Int {
        guard let member = self[user] else { return 3 }
        return member.isOnHold ? 2 : member.isInCall ? 0 : 1
    }

    /// Those that wait for a key.
    package var awaitingDevices: [DeviceIdentity] {
        rejoins.map { DeviceIdentity(user: $0.key, device: $0.value.device) }
    }

    package func hasJoined(_ device: DeviceIdentity) -> Bool {
        self[device.user].map { $0.isInCall && $0.device == device.device } ?? false
    }

    /// Whether the device rings, or has joined.
    package func concerns(_ device: DeviceIdentity) -> Bool {
        hasJoined(device) || self[device.user]?.ringing.contains(device.device) == true
    }
}

/// A device that waits for a key, to come into the call without an invitation.
package struct PendingRejoin: Sendable, Equatable, Codable {
    package let device: DeviceID
    package let askedAt: Timestamp
    package let until: Timestamp
}

/// One user in a call.
package struct CallMember: Sendable, Equatable, Codable {
    package let user: UserID
    package let name: String
    package let isHost: Bool
    /// Who rang this user; the host's own.
    package let inviter: UserID
    /// The device that did; nil in calls that were stored before it was known, and of the host.
    package var invitedBy: DeviceIdentity?
    /// Has blocked who invites: to everybody else a callee who does not answer, while no device rings, the line stays free,
    /// and the invitation is none of this user's.
    package var isShielded = false
    /// Where somebody who is shielded stood before that, as they see themselves; nil when the call was never theirs.
    package var ownStatus: ParticipantStatus?
    package var status: ParticipantStatus
    /// The device that joined; nil while it rings and after a decline.
    package var device: DeviceID?
    /// Why the ringing ended without an answer.
    package var endReason: EndReason?
    /// The devices that ring.
    package var ringing: Set<DeviceID> = []
    package var ringUntil: Timestamp?
    package var joinedAt: Timestamp?
    package var leftAt: Timestamp?
    /// Since when the joined device has had no signalling session.
    package var awaySince: Timestamp?
    /// Until the joined device is back after the server was started again: when the server before was last alive. One that
    /// does not come back has left then, not when it was given up.
    package var lastAliveAt: Timestamp?
    /// Since when Janus has received no audio of it, although it did; never of who is muted or has nobody to send to, who sends none.
    package var silentSince: Timestamp?
    /// When the joined device said that it leaves.
    package var leavingSince: Timestamp?
    /// When its browser said that the page of the joined device closes.
    package var goingSince: Timestamp?
    /// Since when the joined device has had this call on hold, to be in another.
    package var heldSince: Timestamp?
    /// Whether the joined device shows another call that rings; nil before it has said so.
    package var takesCalls: Bool?
    /// Whether the joined device has nobody to send to; nil is no.
    package var sendsNothing: Bool?
    /// Whether who made the call has put this user out of it, who does not come back uninvited; nil is no.
    package var isRemoved: Bool?
    /// The Janus publisher of the joined device.
    package var feed: FeedID?
    package var isMuted = false
    package var isVideoEnabled: Bool

    /// The device that joined, as a whole.
    package var identity: DeviceIdentity? { device.map { DeviceIdentity(user: user, device: $0) } }
    /// The devices that ring, as a whole, in their order.
    package var ringingDevices: [DeviceIdentity] { ringing.sorted().map { DeviceIdentity(user: user, device: $0) } }
    /// Joined and not left.
    package var isInCall: Bool { status == .accepted || status == .connected || status == .reconnecting }
    /// Whether media of this member is known to run.
    package var isConnected: Bool { status == .connected || (isInCall && feed != nil) }
    /// Its device is there, and its media reach the others as far as the server knows.
    package var isReachable: Bool { awaySince == nil && silentSince == nil && leavingSince == nil && heldSince == nil }
    package var isOnHold: Bool { isInCall && heldSince != nil }
    /// Takes one of the places of the call.
    package var hasSeat: Bool { isInCall || status == .inviting }
    /// The call is not this user's at all.
    package var isUnaware: Bool { isShielded && ownStatus == nil }

    /// When it counts as gone; nil while it does not look like it.
    func goneAt(_ limits: ActiveCalls.Limits) -> Timestamp? {
        if let heldSince { return heldSince.advanced(bySeconds: limits.hold) }
        let away = awaySince?.advanced(bySeconds: limits.absence)
        // A session that was not closed after all is there.
        let going = awaySince == nil ? nil : goingSince
        let leaving = [leavingSince, going].map { $0?.advanced(bySeconds: limits.leaving) }
        return ([away] + leaving).compactMap(\.self).min()
    }
}
