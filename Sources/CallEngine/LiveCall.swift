package import ECallAPI

/// A call that rings or runs. A value: only the call state machine changes it. Stored on each change, so it contains no keys.
package struct LiveCall: Sendable, Equatable, Codable {
    package let id: CallID
    package let room: RoomID
    package let isVideo: Bool
    /// The device that started it; never changes.
    package let host: DeviceIdentity
    /// One member per user, the host first, then in the order of the requests.
    package var members: [CallMember]
    /// The participant that rotates keys and answers requests for them (wire-protocol 4.6).
    package var keyHost: UserID
    /// Callees of the request that could not be rung.
    package let offline: [UserID]
    package let startedAt: Timestamp
    package var answeredAt: Timestamp?
    /// The time at which the media of two participants were first there.
    package var connectedAt: Timestamp?
    package var endedAt: Timestamp?
    /// The time since which no one has been connected, once the call was answered.
    package var unconnectedSince: Timestamp?
    /// The time of the second `handover_host` (wire-protocol 4.6, timing trap).
    package var handoverRepeatAt: Timestamp?
    /// The deadline for the key host's rotation after a leave (wire-protocol 4.6).
    package var rotationDueAt: Timestamp?
    /// The deadline for the key host's return after a server restart.
    package var keyHostDueAt: Timestamp?
    /// Devices that have asked for a key (wire-protocol 4.7), the latest of each user.
    package var rejoins: [UserID: PendingRejoin] = [:]

    package var category: CallCategory { members.count > 2 ? .group : .personal }
    package var inCall: [CallMember] { members.filter(\.isInCall) }
    package var ringing: [CallMember] { members.filter { $0.status == .inviting } }
    /// The number of other unmuted participants; those on hold send nothing.
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

    package func devices(except device: DeviceIdentity? = nil) -> [DeviceIdentity] {
        inCall.compactMap(\.identity).filter { $0 != device }
    }

    /// The call's priority for the user, the lowest number first.
    func rank(of user: UserID) -> Int {
        guard let member = self[user] else { return 3 }
        return member.isOnHold ? 2 : member.isInCall ? 0 : 1
    }

    /// The devices that wait for a key.
    package var awaitingDevices: [DeviceIdentity] {
        rejoins.map { DeviceIdentity(user: $0.key, device: $0.value.device) }
    }

    package func hasJoined(_ device: DeviceIdentity) -> Bool {
        self[device.user].map { $0.isInCall && $0.device == device.device } ?? false
    }

    /// Whether the device rings or has joined.
    package func concerns(_ device: DeviceIdentity) -> Bool {
        hasJoined(device) || self[device.user]?.ringing.contains(device.device) == true
    }
}

/// A device that waits for a key to come into the call without an invitation.
package struct PendingRejoin: Sendable, Equatable, Codable {
    package let device: DeviceID
    package let askedAt: Timestamp
    package let until: Timestamp
}

package struct CallMember: Sendable, Equatable, Codable {
    package let user: UserID
    package let name: String
    package let isHost: Bool
    /// The user who rang this one; the host's own id for the host.
    package let inviter: UserID
    /// The device that rang this user; nil for the host, and in calls stored before this was recorded.
    package var invitedBy: DeviceIdentity?
    /// Whether the user has blocked the inviter: to everyone else a callee who does not answer, while no device rings, the
    /// line stays free, and the user does not see the invitation.
    package var isShielded = false
    /// A shielded user's own earlier status, as they see themselves; nil if the call was never theirs.
    package var ownStatus: ParticipantStatus?
    package var status: ParticipantStatus
    /// The device that joined; nil while it rings and after a decline.
    package var device: DeviceID?
    /// The reason why the ringing ended without an answer.
    package var endReason: EndReason?
    package var ringing: Set<DeviceID> = []
    package var ringUntil: Timestamp?
    package var joinedAt: Timestamp?
    package var leftAt: Timestamp?
    /// The time since which the joined device has had no signalling session.
    package var awaySince: Timestamp?
    /// When the server was last alive before a restart, until the joined device is back. A device that does not come back
    /// has left then, not when the timeout expired.
    package var lastAliveAt: Timestamp?
    /// The time since which Janus no longer receives its audio; nil for a member who is muted or has no one to send to.
    package var silentSince: Timestamp?
    /// The moment at which the joined device announced that it leaves.
    package var leavingSince: Timestamp?
    /// The moment at which the browser of the joined device reported that the page closes.
    package var goingSince: Timestamp?
    /// The time since which the joined device has had this call on hold.
    package var heldSince: Timestamp?
    /// Whether the joined device can show another ringing call; nil before it has said so.
    package var takesCalls: Bool?
    /// Whether the joined device has no one to send to; nil is false.
    package var sendsNothing: Bool?
    /// Whether the host has removed this user, who cannot return uninvited; nil is false.
    package var isRemoved: Bool?
    /// The Janus publisher of the joined device.
    package var feed: FeedID?
    /// The time since which ICE and DTLS of the joined device's publisher have been established.
    package var mediaSince: Timestamp?
    /// The time since which the joined device has had publishers, none of which was established.
    package var awaitsMediaSince: Timestamp?
    /// Whether its media have not come in time; nil is false.
    package var lacksMedia: Bool?
    /// Whether its media were there and have been lost; nil is false.
    package var hasLostMedia: Bool?
    package var isMuted = false
    package var isVideoEnabled: Bool

    package var identity: DeviceIdentity? { device.map { DeviceIdentity(user: user, device: $0) } }
    /// The full identities of the ringing devices, in order.
    package var ringingDevices: [DeviceIdentity] { ringing.sorted().map { DeviceIdentity(user: user, device: $0) } }
    /// Whether the member has joined and not left.
    package var isInCall: Bool { status == .accepted || status == .connected || status == .reconnecting }
    /// Whether this member's device is known to be in the room of the media server.
    package var isConnected: Bool { status == .connected || (isInCall && feed != nil) }
    /// Whether media can flow between this member's device and the media server.
    package var hasMedia: Bool { status == .connected || (isInCall && mediaSince != nil) }
    /// Whether its device is present, and its media reach the others as far as the server knows.
    package var isReachable: Bool { awaySince == nil && silentSince == nil && leavingSince == nil && heldSince == nil }
    package var isOnHold: Bool { isInCall && heldSince != nil }
    /// Whether it takes one of the call's seats.
    package var hasSeat: Bool { isInCall || status == .inviting }
    /// Whether the call is hidden from this user.
    package var isUnaware: Bool { isShielded && ownStatus == nil }

    /// The time at which its media count as missing; nil if they are there, were found missing, or are not expected.
    func mediaDueAt(_ limits: ActiveCalls.Limits) -> Timestamp? {
        guard isInCall, !isOnHold, lacksMedia != true else { return nil }
        return awaitsMediaSince?.advanced(bySeconds: limits.media)
    }

    /// The time at which the member counts as gone; nil while it does not seem to be.
    func goneAt(_ limits: ActiveCalls.Limits) -> Timestamp? {
        if let heldSince { return heldSince.advanced(bySeconds: limits.hold) }
        let away = awaySince?.advanced(bySeconds: limits.absence)
        // A page that was reported closing still has its session.
        let going = awaySince == nil ? nil : goingSince
        let leaving = [leavingSince, going].map { $0?.advanced(bySeconds: limits.leaving) }
        return ([away] + leaving).compactMap(\.self).min()
    }
}
