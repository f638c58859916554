/**
 * A signal: `type` and its members, flat in one object (wire-protocol 3.5). Members nobody here knows are kept.
 * @typedef {{ type: string } & Record<string, unknown>} Signal
 */

/** Every signal that travels over STOMP (wire-protocol 3.6), and those of contacts. */
export const signalTypes = Object.freeze({
    callInvitation: 'call_invitation',
    participantJoined: 'participant_joined',
    participantInvited: 'participant_invited',
    participantRejected: 'participant_rejected',
    participantLeft: 'participant_left',
    participantUpdated: 'participant_updated',
    participantFeedUpdated: 'participant_feedId_updated',
    callEnded: 'call_ended',
    callCancelled: 'call_cancelled',
    handoverHost: 'handover_host',
    keyRotation: 'key_rotation',
    requestAESKey: 'request_aes_key',
    sendAESKey: 'send_aes_key',
    friendRequest: 'friend_request',
    friendAccepted: 'friend_accepted',
    userUpdated: 'user_updated',
    loginWarning: 'login_warning',
});
const known = new Set(Object.values(signalTypes));

/** The largest signal that is accepted, in bytes of JSON. */
export const largestSignal = 16 * 1024;
/** The one destination clients send to. */
export const outbox = '/exchange/ecall.signal.in';
/**
 * The destination a device subscribes to.
 * @param {number} deviceId
 */
export const inbox = (deviceId) => `/exchange/ecall.signal.out/${deviceId}`;

/**
 * Reads a signal; null when it is no JSON object, too large, or of an unknown type: such signals are dropped.
 * @param {Uint8Array} bytes
 * @returns {Signal | null}
 */
export function parseSignal(bytes) {
    if (bytes.length > largestSignal) return null;
    try {
        const signal = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
        return typeof signal === 'object' && !Array.isArray(signal) && known.has(signal?.type) ? signal : null;
    } catch {
        return null;
    }
}

/**
 * An id member; 0, absent and anything but a whole number up to 2^53-1 read as null.
 * @param {Signal} signal
 * @param {string} member
 * @returns {number | null}
 */
export function idOf(signal, member) {
    const value = signal[member];
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/**
 * The order of the key a signal carries (e2ee 3); null when there is none in 0 … 2^32-1.
 * @param {Signal} signal
 */
export function epochOf(signal) {
    const value = signal.epoch;
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff ? value : null;
}
