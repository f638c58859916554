import ECallAPI
import FrameCrypto

/// The callee: what rings is a signal.
extension IncomingCall {
    /// Reads an invitation.
    ///
    /// - Parameters:
    ///   - isVerified: whether a device that is the caller's, as far as is known here, has signed it.
    ///   - isNewDevice: whether one has that may be a new one of theirs.
    ///   - kept: a person who was met rings under the name kept here.
    ///   - past: of the device that has signed it.
    init(
        _ invitation: CallInvitation, isVerified: Bool, isNewDevice: Bool = false, kept: KeptPeople,
        past: DevicePast? = nil
    ) {
        let caller = invitation.caller.user
        self.init(
            id: invitation.call, room: invitation.room, caller: caller,
            callerDevice: invitation.caller.device,
            callerName: kept.name(of: caller) ?? invitation.callerName ?? "Somebody",
            isVideo: invitation.isVideo, videoCodec: invitation.videoCodec == "vp8" ? .vp8 : .h264,
            isVerified: isVerified, isNewDevice: isNewDevice,
            doubt: kept.doubt(about: caller, named: invitation.callerName ?? ""), past: past)
    }
}
