/**
 * Every signal that travels over STOMP, by its kind (wire-protocol 3.6): decoded once, here.
 * The twin of ECallAPI/Signals (`Tests/Vectors/signals.json`).
 *
 * @typedef {{ callId: number, roomId: number, callerId: number, callerDeviceId: number, callerName?: string, calleeId?: number, calleeDeviceId?: number,
 *     isVideo: boolean, isOnGoing: boolean, videoCodec?: string, encryptedAESKey: string, e2ee?: Opening }} Invitation
 * @typedef {{ callId: number, reason?: string }} End
 * @typedef {{ callId: number, participantId: number, participantDeviceId?: number, participantName?: string }} Notice
 * @typedef {{ reason?: string }} Rejection
 * @typedef {{ status?: string, isMuted?: boolean, isVideoEnabled?: boolean, isOnHold?: boolean }} Update
 * @typedef {{ callId: number, participantId: number, participantName?: string, calleeDeviceId: number }} RejoinRequest
 * @typedef {{ callId?: number, participantId?: number, senderId?: number, senderDeviceId?: number }} Route
 * @typedef {{ participantDeviceId?: number, participantName?: string, encryptedAESKey?: string, keyRotationTimestamp?: number, epoch?: number }} Rotation
 * @typedef {{ participantDeviceId?: number, encryptedAESKey?: string, epoch?: number }} KeyAnswer
 * @typedef {{ invite: string, join: string }} Opening what an invitation has beside it (e2ee 2)
 * @typedef {keyof typeof textSizes} TextKind what a text between devices of a call is (e2ee 7)
 *
 * @typedef {{ type: 'call_invitation' } & Invitation} CallInvitation
 * @typedef {{ type: 'call_ended' | 'call_cancelled' } & End} CallEnd
 * @typedef {{ type: 'participant_joined' | 'participant_invited' | 'handover_host' } & Notice} ParticipantNotice
 * @typedef {{ type: 'participant_rejected' | 'participant_left' } & Notice & Rejection} ParticipantRejection
 * @typedef {{ type: 'participant_updated' } & Notice & Update} ParticipantUpdate
 * @typedef {{ type: 'participant_feedId_updated' } & Notice & { feedId: number }} ParticipantFeed
 * @typedef {{ type: 'participant_request_rejoin' } & RejoinRequest} ParticipantRejoin
 * @typedef {{ type: 'key_rotation' } & Route & Rotation} KeyRotation
 * @typedef {{ type: 'request_aes_key' } & Route & { participantDeviceId?: number }} KeyRequest
 * @typedef {{ type: 'send_aes_key' } & Route & KeyAnswer} SentKey
 * @typedef {{ type: 'participant_accept_rejoin' } & Route & { calleeDeviceId?: number, encryptedAESKey?: string, e2ee?: Opening }} RejoinKey
 * @typedef {{ type: 'e2ee', callId: number, kind: TextKind, body?: string, bodies?: Record<string, string>, senderId?: number,
 *     senderDeviceId?: number }} CallText either a body, for all others, or from the server the addressee's own; or bodies, to each its own
 * @typedef {{ type: 'friend_request' | 'friend_accepted' | 'user_updated', senderId: number }} AccountNotice
 * @typedef {{ type: 'mute_requested', callId: number, userId: number }} MuteRequest the person who started the call asks this person to
 *     mute
 * @typedef {{ type: 'removed_from_call', callId: number, userId: number }} Removal the person who started the call has removed this person
 *     from it
 * @typedef {{ type: 'invitation_requested', callId: number, senderId: number, token: string }} InvitationRequest a person who opened the
 *     link to a call asks to be invited
 * @typedef {{ type: 'login_warning', senderId: number, senderDeviceId: number }} LoginWarning
 *
 * @typedef {KeyRotation | KeyRequest | SentKey} KeySignal
 * @typedef {CallInvitation | CallEnd | ParticipantNotice | ParticipantRejection | ParticipantUpdate | ParticipantFeed | ParticipantRejoin | KeySignal
 *     | RejoinKey | CallText | MuteRequest | Removal | InvitationRequest} CallSignal signals of a call
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
/** @param {unknown} value the order of a key (wire-protocol 3.6) */
const counter = (value) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff ? value : undefined);
/** The largest body of each kind, in bytes. */
const textSizes = Object.freeze({
    join: 8192, open: 4096, key: 256, again: 256, report: 256, leave: 4096, status: 4096, invite: 4096, vouch: 4096, revoke: 4096, reply: 4096,
});
/**
 * Printable ASCII that needs no escaping in JSON, not empty, not too large.
 * @param {unknown} value
 * @param {TextKind} kind
 */
const isText = (value, kind) => typeof value === 'string' && value.length <= textSizes[kind] && /^[!#-[\]-~]+$/.test(value);
/**
 * @param {unknown} value
 * @returns {Record<string, unknown> | undefined} its own members
 */
const membersOf = (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined);
/** @param {unknown} value an invite and a join, or nothing */
function opening(value) {
    const { invite, join } = membersOf(value) ?? {};
    return isText(invite, 'invite') && isText(join, 'join') ? { invite, join } : undefined;
}
/** An address in canonical form, whose two numbers are IDs. */
const address = /^([1-9][0-9]{0,15})_([1-9][0-9]{0,15})$/;
const mostBodies = 100;
/**
 * @param {unknown} value to each address its text, or nothing
 * @param {TextKind} kind
 */
function bodies(value, kind) {
    const texts = membersOf(value) ?? {};
    const names = Object.keys(texts).sort();
    const areGood = names.length > 0 && names.length <= mostBodies && names.every((name) => {
        const numbers = address.exec(name);
        return numbers && id(Number(numbers[1])) && id(Number(numbers[2])) && isText(texts[name], kind);
    });
    return areGood ? Object.fromEntries(names.map((name) => [name, texts[name]])) : undefined;
}
/** @param {string[]} values */
const oneOf = (values) => (/** @type {unknown} */ value) => (typeof value === 'string' && values.includes(value) ? value : undefined);

const reasons = ['no_answer', 'declined', 'busy', 'cancelled', 'answered_elsewhere', 'hung_up', 'connection_lost', 'removed'];
/** @param {unknown} value an unknown one becomes `other` */
const reason = (value) => (typeof value === 'string' && !reasons.includes(value) ? 'other' : text(value));

/**
 * The types of the members (wire-protocol 3.5). A member that is missing or of another type counts as absent.
 * @type {Record<string, (value: unknown) => unknown>}
 */
const forms = {
    callId: id, roomId: id, feedId: id, callerId: id, callerDeviceId: id, calleeId: id, calleeDeviceId: id,
    participantId: id, participantDeviceId: id, senderId: id, senderDeviceId: id, userId: id,
    callerName: text, participantName: text, encryptedAESKey: text, videoCodec: text,
    isVideo: flag, isOnGoing: flag, isMuted: flag, isVideoEnabled: flag, isOnHold: flag,
    status: oneOf(['inviting', 'accepted', 'rejected', 'reconnecting', 'connected', 'left']), reason,
    keyRotationTimestamp: number, epoch: counter, e2ee: opening,
    token: (value) => (typeof value === 'string' && /^[A-Za-z0-9]{43}$/.test(value) ? value : undefined),
    kind: (value) => (typeof value === 'string' && Object.hasOwn(textSizes, value) ? value : undefined),
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
        has: ['callerName', 'calleeId', 'calleeDeviceId', 'videoCodec', 'e2ee'], or: { isVideo: false, isOnGoing: false },
    },
    participant_joined: { needs: notice, has: named },
    participant_invited: { needs: notice, has: named },
    participant_rejected: { needs: notice, has: [...named, 'reason'] },
    participant_left: { needs: notice, has: [...named, 'reason'] },
    participant_updated: { needs: notice, has: [...named, 'status', 'isMuted', 'isVideoEnabled', 'isOnHold'] },
    participant_feedId_updated: { needs: notice, has: named, or: { feedId: 0 } },
    call_ended: { needs: ['callId'], has: ['reason'] },
    call_cancelled: { needs: ['callId'], has: ['reason'] },
    handover_host: { needs: notice, has: named },
    participant_request_rejoin: { needs: [...notice, 'calleeDeviceId'], has: ['participantName'] },
    key_rotation: { needs: [], has: [...route, ...named, 'encryptedAESKey', 'keyRotationTimestamp', 'epoch'] },
    request_aes_key: { needs: [], has: [...route, 'participantDeviceId'] },
    send_aes_key: { needs: [], has: [...route, 'participantDeviceId', 'encryptedAESKey', 'epoch'] },
    participant_accept_rejoin: { needs: [], has: [...route, 'calleeDeviceId', 'encryptedAESKey', 'e2ee'] },
    e2ee: { needs: ['callId', 'kind'], has: ['senderId', 'senderDeviceId'] },
    friend_request: { needs: ['senderId'] },
    friend_accepted: { needs: ['senderId'] },
    user_updated: { needs: ['senderId'] },
    login_warning: { needs: ['senderId', 'senderDeviceId'] },
    mute_requested: { needs: ['callId', 'userId'] },
    removed_from_call: { needs: ['callId', 'userId'] },
    invitation_requested: { needs: ['callId', 'senderId', 'token'] },
};

/**
 * The largest signal of a type that is accepted, in bytes of JSON.
 * @param {string} type
 */
export function largestSignal(type) {
    if (type === 'e2ee') return 64 * 1024;
    // With a join and an invite besides the wrapped key.
    return type === 'call_invitation' || type === 'participant_accept_rejoin' ? 24 * 1024 : 16 * 1024;
}
/** The only destination that clients send to. */
export const outbox = '/exchange/ecall.signal.in';
/** @param {number} deviceId */
export const inbox = (deviceId) => `/exchange/ecall.signal.out/${deviceId}`;

/**
 * Parses a signal; null if it isn't a JSON object, is too large, of an unknown type, or lacks a required member: such signals are dropped.
 * Only the members of its kind are kept.
 * @param {Uint8Array} bytes
 * @returns {Signal | null}
 */
export function decodeSignal(bytes) {
    if (bytes.length > largestSignal('e2ee')) return null;
    let object;
    try {
        object = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
        return null;
    }
    const type = text(object?.type);
    if (Array.isArray(object) || type === undefined || !Object.hasOwn(kinds, type) || bytes.length > largestSignal(type)) return null;
    const { needs, has = [], or = {} } = kinds[/** @type {Signal['type']} */ (type)];
    /** @type {Record<string, unknown>} */
    const signal = { type };
    for (const member of [...needs, ...has, ...Object.keys(or)]) {
        const value = (Object.hasOwn(object, member) ? forms[member](object[member]) : undefined) ?? or[member];
        if (value !== undefined) signal[member] = value;
        else if (needs.includes(member)) return null;
    }
    if (type === 'e2ee' && !readTexts(object, signal)) return null;
    return /** @type {Signal} */ (/** @type {unknown} */ (signal));
}

/**
 * Either a body or bodies, which must have the form of their kind.
 * @param {Record<string, unknown>} object
 * @param {Record<string, unknown>} signal
 */
function readTexts(object, signal) {
    if (Object.hasOwn(object, 'body') === Object.hasOwn(object, 'bodies')) return false;
    const kind = /** @type {TextKind} */ (signal.kind);
    if (Object.hasOwn(object, 'body')) {
        signal.body = object.body;
        return isText(object.body, kind);
    }
    signal.bodies = bodies(object.bodies, kind);
    return signal.bodies !== undefined;
}

/**
 * Compact JSON: the type, then the members by name.
 * @param {Signal} signal
 */
export function encodeSignal({ type, ...members }) {
    const sorted = Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1));
    return JSON.stringify({ type, ...Object.fromEntries(sorted) });
}
