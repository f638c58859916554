import ECallAPI

/// The server's own signals about a call (wire-protocol 3.6).
enum CallSignals {
    /// The part of an invitation that is the same for all callees.
    struct Invitation: Sendable {
        let call: CallID
        let room: RoomID
        let caller: DeviceIdentity
        let callerName: String
        let isVideo: Bool
        let videoCodec: String?
        /// Whether the call existed before (wire-protocol 4.5).
        let isOnGoing: Bool
        let e2ee: E2EEOpening?

        func addressed(to device: DeviceIdentity, key: String) -> CallInvitation {
            CallInvitation(
                call: call, room: room, caller: caller, callerName: callerName, callee: device, isVideo: isVideo,
                isOnGoing: isOnGoing, videoCodec: videoCodec, encryptedAESKey: key, e2ee: e2ee)
        }
    }

    /// A notice about one participant: its user, the device if it has joined, its name.
    static func about(_ member: CallMember, in call: CallID) -> ParticipantNotice {
        ParticipantNotice(call: call, user: member.user, device: member.device, name: member.name)
    }
}
