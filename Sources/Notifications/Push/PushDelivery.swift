package import ECallAPI

/// The event of an alert push (wire-protocol 7.2). The raw names are its `type` member.
package enum PushAlert: Sendable, Hashable {
    case newFriendRequest(displayName: String)
    case acceptFriendRequest(displayName: String)
    case warningLogin
    case userInfoUpdate
}

/// The push that rings a device without a connection (wire-protocol 7.1).
package struct VoIPPush: Sendable, Hashable {
    package let callID: CallID
    package let room: RoomID
    package let caller: DeviceIdentity
    package let callerName: String
    /// Wrapped for the one device that gets it. Kept in memory only.
    package let encryptedAESKey: String
    package let isVideo: Bool
    /// Whether it is an invitation into a running call.
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
    /// The push for an invitation, as it goes over a connection.
    package init(_ invitation: CallInvitation) {
        self.init(
            callID: invitation.call, room: invitation.room, caller: invitation.caller,
            callerName: invitation.callerName ?? "", encryptedAESKey: invitation.encryptedAESKey,
            isVideo: invitation.isVideo, isOnGoing: invitation.isOnGoing, invite: invitation.e2ee?.invite)
    }
}

/// The reason why a device stops ringing.
package enum RingEnd: Sendable, Hashable {
    /// No one has answered.
    case missed
    /// The person has answered or declined on another device.
    case elsewhere
}

/// Wakes offline devices: implemented by Apple's push service, and by those of browsers.
package protocol PushDelivery: Sendable {
    /// Sends to all devices of the user but one. Never waits for the service; failures are counted.
    func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async
    /// Sends to one device. Never waits for the service.
    func ring(_ push: VoIPPush, device: DeviceIdentity) async
    /// Stops the ringing of a device: a push that was not sent yet is dropped. A sent push cannot be recalled; if the
    /// service supports it, a second push ends the ringing.
    func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async
}

extension PushDelivery {
    package func stopRinging(_ call: CallID, device: DeviceIdentity, because end: RingEnd) async {}
}

/// The push delivery of a server without a push service.
package struct NoPushService: PushDelivery {
    package init() {}

    package func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {}
    package func ring(_ push: VoIPPush, device: DeviceIdentity) async {}
}
