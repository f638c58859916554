import { doubtOf } from '../../contacts/doubted-names.js';
import { keptName, nobodyKept } from '../../contacts/kept-people.js';

/**
 * Returns the ringing call of a signal. In Swift: IncomingCall+Signal.swift.
 * @param {import('../../protocol/signaling/signals.js').CallInvitation} invitation
 * @param {{ isVerified: boolean, isNewDevice?: boolean }} verdict whether a device that is the caller's, as far as this device knows, has
 *     signed it, or one that may be a new one of theirs
 * @param {import('../../contacts/kept-people.js').KeptPeople} [kept] a person who was met rings under the name kept here
 * @param {import('./invitation-check.js').CallerDevice} [device] the device that has signed it
 * @returns {import('../lifecycle/call-machine.js').IncomingCall}
 */
export function incomingCall(invitation, { isVerified, isNewDevice = false }, kept = nobodyKept(), device = undefined) {
    const { callId: id, roomId: room, callerId: caller, callerDeviceId: callerDevice, isVideo } = invitation;
    const videoCodec = invitation.videoCodec === 'vp8' ? 'vp8' : 'h264';
    const canReply = isVerified && invitation.e2ee !== undefined && canSealTo(invitation.e2ee.join);
    const said = invitation.callerName || 'Someone';
    return {
        id, room, caller, callerDevice, callerName: keptName(kept, caller) ?? said, isVideo, videoCodec, isVerified, isNewDevice, canReply,
        doubt: doubtOf(kept, caller, invitation.callerName ?? ''), ...(device && { device }),
    };
}

/**
 * Whether this browser supports what the join requires: nothing is sealed without ML-KEM to a device that has an ML-KEM key (e2ee 4).
 * @param {string} join
 */
const canSealTo = (join) => join.split('~')[2] === '' || 'encapsulateBits' in crypto.subtle;
