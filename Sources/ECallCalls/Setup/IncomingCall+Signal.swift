import ECallAPI
import FrameCrypto

/// The callee: what rings is a signal.
extension IncomingCall {
    /// Reads an invitation.
    ///
    /// - Parameters:
    ///   - isVerified: whether a device that is the caller's, as far as is known here, has signed it.
    ///   - isNewDevice: whether one has that may be a new one of theirs.
    init(_ invitation: CallInvitation, isVerified: Bool, isNewDevice: Bool = false) {
        self.init(
            id: invitation.call, room: invitation.room, caller: invitation.caller.user,
            callerDevice: invitation.caller.device, callerName: invitation.callerName ?? "Somebody",
            isVideo: invitation.isVideo, videoCodec: invitation.videoCodec == "vp8" ? .vp8 : .h264,
            isVerified: isVerified, isNewDevice: isNewDevice)
    }
}
