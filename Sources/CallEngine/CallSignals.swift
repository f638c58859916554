package import ECallAPI

/// The signals that the server itself sends about a call (wire-protocol 3.6).
package enum CallSignals {
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
    }

    static func invitation(
        _ invitation: Invitation, callee: UserID, device: DeviceID, key: String
    ) -> SignalMessage {
        var signal = SignalMessage(.callInvitation)
        signal[id: .call] = invitation.call
        signal[id: .room] = invitation.room
        signal[id: .caller] = invitation.caller.user
        signal[id: .callerDevice] = invitation.caller.device
        signal[text: .callerName] = invitation.callerName
        signal[id: .callee] = callee
        signal[id: .calleeDevice] = device
        signal[flag: .isVideo] = invitation.isVideo
        signal[flag: .isOnGoing] = invitation.isOnGoing
        signal[text: .videoCodec] = invitation.videoCodec
        signal[text: .encryptedAESKey] = key
        return signal
    }

    /// A signal about one participant: its user, the device where it has joined, its name.
    static func about(_ member: CallMember, _ kind: SignalKind, in call: CallID) -> SignalMessage {
        var signal = SignalMessage(kind)
        signal[id: .call] = call
        signal[id: .participant] = member.user
        signal[id: .participantDevice] = member.device
        signal[text: .participantName] = member.name
        return signal
    }

    /// `calleeDeviceId` is the device that asks (wire-protocol 3.5).
    static func requestRejoin(_ member: CallMember, device: DeviceID, in call: CallID) -> SignalMessage {
        var signal = SignalMessage(.participantRequestRejoin)
        signal[id: .call] = call
        signal[id: .participant] = member.user
        signal[id: .calleeDevice] = device
        signal[text: .participantName] = member.name
        return signal
    }

    package static func ended(_ call: CallID, _ reason: EndReason?) -> SignalMessage { over(.callEnded, call, reason) }
    static func cancelled(_ call: CallID, _ reason: EndReason) -> SignalMessage {
        over(.callCancelled, call, reason)
    }

    private static func over(_ kind: SignalKind, _ call: CallID, _ reason: EndReason?) -> SignalMessage {
        var signal = SignalMessage(kind)
        signal[id: .call] = call
        signal.reason = reason
        return signal
    }
}
