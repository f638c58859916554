/**
 * What rings is a signal. The twin of IncomingCall+Signal.swift.
 * @param {import('../../protocol/signaling/signals.js').CallInvitation} invitation
 * @param {boolean} isVerified whether a device that is the caller's, as far as is known here, has signed it
 * @param {boolean} [isNewDevice] whether one has that may be a new one of theirs
 * @returns {import('../call-machine.js').IncomingCall}
 */
export function incomingCall(invitation, isVerified, isNewDevice = false) {
    const { callId: id, roomId: room, callerId: caller, callerDeviceId: callerDevice, isVideo } = invitation;
    const videoCodec = invitation.videoCodec === 'vp8' ? 'vp8' : 'h264';
    const canReply = isVerified && invitation.e2ee !== undefined && canSealTo(invitation.e2ee.join);
    return { id, room, caller, callerDevice, callerName: invitation.callerName || 'Somebody', isVideo, videoCodec, isVerified, isNewDevice, canReply };
}

/**
 * Whether this browser has what the join asks for: to who has ML-KEM nothing is sealed without (e2ee 4).
 * @param {string} join
 */
const canSealTo = (join) => join.split('~')[2] === '' || 'encapsulateBits' in crypto.subtle;
