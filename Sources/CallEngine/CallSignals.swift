import ECallAPI

/// What the server itself says about a call (wire-protocol 3.6).
enum CallSignals {
    /// What an invitation says to everybody who gets it.
    struct Invitation: Sendable {
        let call: CallID
        let room: RoomID
        let caller: DeviceIdentity
        let callerName: String
        let isVideo: Bool
        let videoCodec: String?
        /// Whether the call was there before (wire-protocol 4.5).
        let isOnGoing: Bool
        let e2ee: E2EEOpening?

        /// The same for one device.
        func addressed(to device: DeviceIdentity, key: String) -> CallInvitation {
            CallInvitation(
                call: call, room: room, caller: caller, callerName: callerName, callee: device, isVideo: isVideo,
                isOnGoing: isOnGoing, videoCodec: videoCodec, encryptedAESKey: key, e2ee: e2ee)
        }
    }

    /// One participant: its user, the device where it has joined, its name.
    static func about(_ member: CallMember, in call: CallID) -> ParticipantNotice {
        ParticipantNotice(call: call, user: member.user, device: member.device, name: member.name)
    }
}
