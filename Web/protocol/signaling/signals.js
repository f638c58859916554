/**
 * Every signal that travels over STOMP, by its kind (wire-protocol 3.6): decoded once, here. The twin of ECallAPI/Signals.
 *
 * @typedef {{ callId: number, roomId: number, callerId: number, callerDeviceId: number, callerName?: string, calleeId?: number, calleeDeviceId?: number,
 *     isVideo: boolean, isOnGoing: boolean, videoCodec?: string, encryptedAESKey: string }} Invitation
 * @typedef {{ callId: number, reason?: string }} End
 * @typedef {{ callId: number, participantId: number, participantDeviceId?: number, participantName?: string }} Notice
 * @typedef {{ reason?: string }} Rejection
 * @typedef {{ status?: string, isMuted?: boolean, isVideoEnabled?: boolean }} Update
 * @typedef {{ callId: number, participantId: number, participantName?: string, calleeDeviceId: number }} RejoinRequest
 * @typedef {{ callId?: number, participantId?: number, senderId?: number, senderDeviceId?: number }} Route
 * @typedef {{ participantDeviceId?: number, participantName?: string, encryptedAESKey?: string, keyRotationTimestamp?: number, epoch?: number }} Rotation
 * @typedef {{ participantDeviceId?: number, encryptedAESKey?: string, epoch?: number }} KeyAnswer
 *
 * @typedef {{ type: 'call_invitation' } & Invitation} CallInvitation
 * @typedef {{ type: 'call_ended' | 'call_cancelled' } & End} CallEnd
 * @typedef {{ type: 'participant_joined' | 'participant_invited' | 'participant_left' | 'handover_host' } & Notice} ParticipantNotice
 * @typedef {{ type: 'participant_rejected' } & Notice & Rejection} ParticipantRejection
 * @typedef {{ type: 'participant_updated' } & Notice & Update} ParticipantUpdate
 * @typedef {{ type: 'participant_feedId_updated' } & Notice & { feedId: number }} ParticipantFeed
 * @typedef {{ type: 'participant_request_rejoin' } & RejoinRequest} ParticipantRejoin
 * @typedef {{ type: 'key_rotation' } & Route & Rotation} KeyRotation
 * @typedef {{ type: 'request_aes_key' } & Route & { participantDeviceId?: number }} KeyRequest
 * @typedef {{ type: 'send_aes_key' } & Route & KeyAnswer} SentKey
 * @typedef {{ type: 'participant_accept_rejoin' } & Route & { calleeDeviceId?: number, encryptedAESKey?: string }} RejoinKey
 * @typedef {{ type: 'friend_request' | 'friend_accepted' | 'user_updated', senderId: number }} AccountNotice
 * @typedef {{ type: 'login_warning', senderId: number, senderDeviceId: number }} LoginWarning
 *
 * @typedef {KeyRotation | KeyRequest | SentKey} KeySignal
 * @typedef {CallInvitation | CallEnd | ParticipantNotice | ParticipantRejection | ParticipantUpdate | ParticipantFeed | ParticipantRejoin | KeySignal
 *     | RejoinKey} CallSignal signals of a call
 * @typedef {CallSignal | AccountNotice | LoginWarning} Signal
 */

/** @param {unknown} value an id is a whole number in 1 … 2^53-1; 0 is none */
const id = (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined);
/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : undefined);
/** @param {unknown} value */
const flag = (value) => (typeof value === 'boolean' ? value : undefined);
/** @param {unknown} value */
const number = (value) => (typeof value === 'number' ? value : undefined);
/** @param {unknown} value the order of a key (e2ee 3) */
const counter = (value) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff ? value : undefined);
/** @param {string[]} values */
const oneOf = (values) => (/** @type {unknown} */ value) => (typeof value === 'string' && values.includes(value) ? value : undefined);

const reasons = ['no_answer', 'declined', 'busy', 'cancelled', 'answered_elsewhere', 'hung_up', 'connection_lost'];
/** @param {unknown} value one that nobody here knows is another */
const reason = (value) => (typeof value === 'string' && !reasons.includes(value) ? 'other' : text(value));

/**
 * The form of each member (wire-protocol 3.5). One that is missing or of another form reads as absent.
 * @type {Record<string, (value: unknown) => unknown>}
 */
const forms = {
    callId: id, roomId: id, feedId: id, callerId: id, callerDeviceId: id, calleeId: id, calleeDeviceId: id,
    participantId: id, participantDeviceId: id, senderId: id, senderDeviceId: id,
    callerName: text, participantName: text, encryptedAESKey: text, videoCodec: text,
    isVideo: flag, isOnGoing: flag, isMuted: flag, isVideoEnabled: flag,
    status: oneOf(['inviting', 'accepted', 'rejected', 'reconnecting', 'connected', 'left']), reason,
    keyRotationTimestamp: number, epoch: counter,
};

/**
 * @typedef {object} Kind the members of a kind of signal
 * @property {string[]} needs without which it means nothing and is dropped
 * @property {string[]} [has]
 * @property {Record<string, unknown>} [or] what reads as this when it is absent
 */

const [notice, route] = [['callId', 'participantId'], ['callId', 'participantId', 'senderId', 'senderDeviceId']];
const named = ['participantDeviceId', 'participantName'];

/** @type {Record<Signal['type'], Kind>} */
const kinds = {
    call_invitation: {
        needs: ['callId', 'roomId', 'callerId', 'callerDeviceId', 'encryptedAESKey'],
        has: ['callerName', 'calleeId', 'calleeDeviceId', 'videoCodec'], or: { isVideo: false, isOnGoing: false },
    },
    participant_joined: { needs: notice, has: named },
    participant_invited: { needs: notice, has: named },
    participant_rejected: { needs: notice, has: [...named, 'reason'] },
    participant_left: { needs: notice, has: named },
    participant_updated: { needs: notice, has: [...named, 'status', 'isMuted', 'isVideoEnabled'] },
    participant_feedId_updated: { needs: notice, has: named, or: { feedId: 0 } },
    call_ended: { needs: ['callId'], has: ['reason'] },
    call_cancelled: { needs: ['callId'], has: ['reason'] },
    handover_host: { needs: notice, has: named },
    participant_request_rejoin: { needs: [...notice, 'calleeDeviceId'], has: ['participantName'] },
    key_rotation: { needs: [], has: [...route, ...named, 'encryptedAESKey', 'keyRotationTimestamp', 'epoch'] },
    request_aes_key: { needs: [], has: [...route, 'participantDeviceId'] },
    send_aes_key: { needs: [], has: [...route, 'participantDeviceId', 'encryptedAESKey', 'epoch'] },
    participant_accept_rejoin: { needs: [], has: [...route, 'calleeDeviceId', 'encryptedAESKey'] },
    friend_request: { needs: ['senderId'] },
    friend_accepted: { needs: ['senderId'] },
    user_updated: { needs: ['senderId'] },
    login_warning: { needs: ['senderId', 'senderDeviceId'] },
};

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
 * Reads a signal; null when it is no JSON object, too large, of an unknown type, or without a member that its kind cannot
 * be without: such signals are dropped. Of its members those are kept that its kind has.
 * @param {Uint8Array} bytes
 * @returns {Signal | null}
 */
export function decodeSignal(bytes) {
    if (bytes.length > largestSignal) return null;
    let object;
    try {
        object = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
        return null;
    }
    const type = text(object?.type);
    if (Array.isArray(object) || type === undefined || !Object.hasOwn(kinds, type)) return null;
    const { needs, has = [], or = {} } = kinds[/** @type {Signal['type']} */ (type)];
    /** @type {Record<string, unknown>} */
    const signal = { type };
    for (const member of [...needs, ...has, ...Object.keys(or)]) {
        const value = (Object.hasOwn(object, member) ? forms[member](object[member]) : undefined) ?? or[member];
        if (value !== undefined) signal[member] = value;
        else if (needs.includes(member)) return null;
    }
    return /** @type {Signal} */ (/** @type {unknown} */ (signal));
}

/**
 * Compact JSON: the type, then the members by name.
 * @param {Signal} signal
 */
export function encodeSignal({ type, ...members }) {
    const sorted = Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1));
    return JSON.stringify({ type, ...Object.fromEntries(sorted) });
}
