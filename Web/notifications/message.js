import { isAddress } from '../keys/signing/signed-payload.js';

/**
 * The content of a push (wire-protocol 7.4). `caller` is `"<userId>_<deviceId>"`; `endsAt` in Unix milliseconds.
 * @typedef {{ kind: 'ring', callId: number, caller: string, endsAt: number, invite: string | null }} RingPush
 * @typedef {RingPush | { kind: 'missed', callId: number, caller: string } | { kind: 'over', callId: number } | { kind: 'friend_request' } | { kind: 'friend_accepted' }} Push
 */

/** The longest invite that is parsed, in characters: a push has no room for more. */
const longestInvite = 4096;

/**
 * Parses a push; null if it isn't one, or is of a kind that a later server defines.
 * @param {string | undefined} text
 * @returns {Push | null}
 */
export function readPush(text) {
    /** @type {Record<string, unknown>} */
    let members;
    try {
        members = JSON.parse(text ?? '') ?? {};
    } catch {
        return null;
    }
    const { kind, callId, caller, endsAt, invite = null } = members;
    if (kind === 'friend_request' || kind === 'friend_accepted') return { kind };
    if (!isNumber(callId)) return null;
    if (kind === 'over') return { kind, callId };
    if (typeof caller !== 'string' || !isAddress(caller)) return null;
    if (kind === 'missed') return { kind, callId, caller };
    if (kind !== 'ring' || !isNumber(endsAt)) return null;
    if (invite !== null && (typeof invite !== 'string' || invite.length > longestInvite)) return null;
    return { kind, callId, caller, endsAt, invite };
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isNumber = (value) => Number.isSafeInteger(value) && Number(value) > 0;
