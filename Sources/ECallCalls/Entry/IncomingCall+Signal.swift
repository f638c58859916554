import ECallAPI
import FrameCrypto

extension IncomingCall {
    /// Reads an invitation; a person who was met rings under the name stored here.
    init(
        _ invitation: CallInvitation, isVerified: Bool, isNewDevice: Bool = false, kept: KeptPeople,
        past: DevicePast? = nil
    ) {
        let caller = invitation.caller.user
        self.init(
            id: invitation.call, room: invitation.room, caller: caller,
            callerDevice: invitation.caller.device,
            callerName: kept.name(of: caller) ?? invitation.callerName ?? "Someone",
            isVideo: invitation.isVideo, videoCodec: invitation.videoCodec == "vp8" ? .vp8 : .h264,
            isVerified: isVerified, isNewDevice: isNewDevice,
            doubt: kept.doubt(about: caller, named: invitation.callerName ?? ""), past: past)
    }
}
