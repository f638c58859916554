import ECallAPI
import ECallSecurity
import FrameCrypto

/// The callee: what rings is a signal with this device's own door key.
extension IncomingCall {
    /// Reads an invitation; nil when its door key does not open with this device's key.
    init?(_ invitation: CallInvitation, keyPair: DeviceKeyPair) {
        guard (try? CallKeyEnvelope(text: invitation.encryptedAESKey).unwrap(with: keyPair)) != nil else { return nil }
        self.init(
            id: invitation.call, room: invitation.room, caller: invitation.caller.user,
            callerDevice: invitation.caller.device, callerName: invitation.callerName ?? "Somebody",
            isVideo: invitation.isVideo, videoCodec: invitation.videoCodec == "vp8" ? .vp8 : .h264)
    }
}
