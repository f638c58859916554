import ECallAPI
import ECallSecurity
import FrameCrypto

/// The callee: what rings is a signal with this device's own door key.
extension IncomingCall {
    /// Reads an invitation; nil when it is incomplete, or its door key does not open with this device's key.
    init?(_ signal: SignalMessage, keyPair: DeviceKeyPair) {
        guard signal.kind == .callInvitation, let call = signal[id: .call], let room = signal[id: .room],
            let caller = signal[id: .caller], let callerDevice = signal[id: .callerDevice],
            let envelope = signal[text: .encryptedAESKey],
            (try? CallKeyEnvelope(text: envelope).unwrap(with: keyPair)) != nil
        else { return nil }
        self.init(
            id: call, room: room, caller: caller, callerDevice: callerDevice,
            callerName: signal[text: .callerName] ?? "Somebody", isVideo: signal[flag: .isVideo] ?? false,
            videoCodec: signal[text: .videoCodec] == "vp8" ? .vp8 : .h264)
    }
}
