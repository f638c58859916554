import ECallAPI

/// The signals that the server itself sends about a call (wire-protocol 3.6).
enum CallSignals {
    static func invitation(_ start: CallStart, callee: UserID, device: DeviceID, key: String) -> SignalMessage {
        var signal = SignalMessage(.callInvitation)
        signal[id: .call] = start.id
        signal[id: .room] = start.room
        signal[id: .caller] = start.caller.user
        signal[id: .callerDevice] = start.caller.device
        signal[text: .callerName] = start.callerName
        signal[id: .callee] = callee
        signal[id: .calleeDevice] = device
        signal[flag: .isVideo] = start.isVideo
        signal[flag: .isOnGoing] = false
        signal[text: .videoCodec] = start.videoCodec
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

    static func ended(_ call: CallID) -> SignalMessage { bare(.callEnded, call) }
    static func cancelled(_ call: CallID) -> SignalMessage { bare(.callCancelled, call) }

    private static func bare(_ kind: SignalKind, _ call: CallID) -> SignalMessage {
        var signal = SignalMessage(kind)
        signal[id: .call] = call
        return signal
    }
}
