import { unwrapCallKey } from '../../keys/envelope.js';

/**
 * The callee: what rings is a signal with this device's own door key. Null when its door key does not open with this
 * device's key. The twin of IncomingCall+Signal.swift.
 * @param {import('../../protocol/signaling/signals.js').CallInvitation} invitation
 * @param {CryptoKey} privateKey
 * @returns {Promise<import('../call-machine.js').IncomingCall | null>}
 */
export async function incomingCall(invitation, privateKey) {
    const door = await unwrapCallKey(privateKey, invitation.encryptedAESKey).catch(() => null);
    if (!door) return null;
    const { callId: id, roomId: room, callerId: caller, callerDeviceId: callerDevice, isVideo } = invitation;
    const videoCodec = invitation.videoCodec === 'vp8' ? 'vp8' : 'h264';
    return { id, room, caller, callerDevice, callerName: invitation.callerName || 'Somebody', isVideo, videoCodec };
}
