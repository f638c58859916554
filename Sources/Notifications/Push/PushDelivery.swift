package import ECallAPI

/// What an alert push reports (wire-protocol 7.2). The raw names are its `type` member.
package enum PushAlert: Sendable, Hashable {
    case newFriendRequest(displayName: String)
    case acceptFriendRequest(displayName: String)
    case warningLogin
    case userInfoUpdate
}

/// What makes a device ring that has no connection (wire-protocol 7.1).
package struct VoIPPush: Sendable, Hashable {
    package let callID: CallID
    package let room: RoomID
    package let caller: DeviceIdentity
    package let callerName: String
    /// Wrapped for the one device that gets it. Kept in memory only.
    package let encryptedAESKey: String
    package let isVideo: Bool
    /// An invitation into a call that runs.
    package var isOnGoing = false
    /// The caller's invite (e2ee 2): for Web Push, never for Apple's. Kept in memory only.
    package var invite: String?

    package init(
        callID: CallID, room: RoomID, caller: DeviceIdentity, callerName: String, encryptedAESKey: String,
        isVideo: Bool, isOnGoing: Bool = false, invite: String? = nil
    ) {
        self.invite = invite
        self.callID = callID
        self.room = room
        self.caller = caller
        self.callerName = callerName
        self.encryptedAESKey = encryptedAESKey
        self.isVideo = isVideo
        self.isOnGoing = isOnGoing
    }
}

extension VoIPPush {
    /// The same as an invitation that goes over a connection.
    package init(_ invitation: CallInvitation) {
        self.init(
            callID: invitation.call, room: invitation.room, caller: invitation.caller,
            callerName: invitation.callerName ?? "", encryptedAESKey: invitation.encryptedAESKey,
            isVideo: invitation.isVideo, isOnGoing: invitation.isOnGoing, invite: invitation.e2ee?.invite)
    }
}

/// Why a device need not ring any more.
package enum RingEnd: Sendable, Hashable {
    /// Nobody has answered.
    case missed
    /// The person has answered or declined on another device.
    case elsewhere
}

/// Wakes devices that are away: implemented by Apple's push service, and by those of browsers.
package protocol PushDelivery: Sendable {
    /// To all devices of the user but one. Never waits for the service; what cannot be delivered is counted.
    func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async
    /// To one device. Never waits for the service.
    func ring(_ push: VoIPPush, device: DeviceIdentity) async
    /// The device need not ring any more: what has not been sent yet is not sent. What was sent cannot be called back; where the
    /// service has a way, something is sent after it that says so.
    func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async
}

extension PushDelivery {
    package func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async {}
}

/// A server without a push service.
package struct NoPushService: PushDelivery {
    package init() {}

    package func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {}
    package func ring(_ push: VoIPPush, device: DeviceIdentity) async {}
}
