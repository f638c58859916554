import ECallAPI

/// What an alert push tells (wire-protocol 7.2). The raw names are its `type` member.
enum PushAlert: Sendable, Hashable {
    case newFriendRequest(displayName: String)
    case acceptFriendRequest(displayName: String)
    case warningLogin
    case userInfoUpdate
}

/// What makes a device ring that has no connection (wire-protocol 7.1).
struct VoIPPush: Sendable, Hashable {
    let callID: CallID
    let room: RoomID
    let caller: DeviceIdentity
    let callerName: String
    /// Wrapped for the one device that gets it. Kept in memory only.
    let encryptedAESKey: String
    let isVideo: Bool
    /// An invitation into a call that runs.
    var isOnGoing = false
}

extension VoIPPush {
    /// The same as an invitation that goes over a connection.
    init(_ invitation: CallInvitation) {
        self.init(
            callID: invitation.call, room: invitation.room, caller: invitation.caller,
            callerName: invitation.callerName ?? "", encryptedAESKey: invitation.encryptedAESKey,
            isVideo: invitation.isVideo, isOnGoing: invitation.isOnGoing)
    }
}

/// Wakes devices that are away: implemented by Apple's push service.
protocol PushDelivery: Sendable {
    /// To all devices of the user but one. Never waits for the service; what cannot be delivered is counted.
    func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async
    /// To one device. Never waits for the service.
    func ring(_ push: VoIPPush, device: DeviceIdentity) async
    /// The device need not ring any more: what has not been sent yet is not sent. What was sent cannot be called back.
    func stopRinging(_ call: CallID, device: DeviceIdentity) async
}

extension PushDelivery {
    func stopRinging(_ call: CallID, device: DeviceIdentity) async {}
}

/// A server without a push service.
struct NoPushService: PushDelivery {
    func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) async {}
    func ring(_ push: VoIPPush, device: DeviceIdentity) async {}
}
