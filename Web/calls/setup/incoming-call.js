/**
 * What rings is a signal. The twin of IncomingCall+Signal.swift.
 * @param {import('../../protocol/signaling/signals.js').CallInvitation} invitation
 * @param {boolean} isVerified whether a device that is the caller's, as far as is known here, has signed it
 * @returns {import('../call-machine.js').IncomingCall}
 */
export function incomingCall(invitation, isVerified) {
    const { callId: id, roomId: room, callerId: caller, callerDeviceId: callerDevice, isVideo } = invitation;
    const videoCodec = invitation.videoCodec === 'vp8' ? 'vp8' : 'h264';
    return { id, room, caller, callerDevice, callerName: invitation.callerName || 'Somebody', isVideo, videoCodec, isVerified };
}
