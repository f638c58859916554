import { isTooOld } from '../calls/entry/invitation-check.js';
import { DevicePins } from '../key-distribution/device-pins.js';
import { readInvite } from '../keys/identity/invite.js';

/** @typedef {{ callId: number, caller: string, seq: number }} Rang an invite that has rung here under its caller's name */

/**
 * The proof in a ring's invite: a device that is the caller's, as far as this one knows, rings this person now (e2ee 2). Null without it,
 * or if it has rung before, for another call. A push has no join, so a device that isn't pinned yet proves nothing.
 * @param {import('./message.js').RingPush} push
 * @param {object} known
 * @param {number} known.ownUser
 * @param {import('../key-distribution/device-pins.js').StoredPins | null} known.pins
 * @param {Record<string, number>} known.rung the number of the newest invite that rang in the page, by the address of its caller
 * @param {Rang[]} known.rang
 * @param {number} known.now the server's time, in Unix milliseconds
 * @returns {Promise<{ seq: number, isVideo: boolean } | null>}
 */
export async function provenCall({ callId, caller, invite: text }, { ownUser, pins, rung, rang, now }) {
    const pin = pins?.pins[caller];
    if (!pin || text === null) return null;
    if (new DevicePins(pins).trust({ address: caller, sign: pin.sign, serial: pin.serial }, null)?.startsWith('held')) return null;
    const invite = await readInvite(text, pin.sign).catch(() => null);
    // An invite with number 0 names people and doesn't ring.
    if (!invite || invite.seq === 0 || invite.caller !== caller || !invite.callees.includes(ownUser)) return null;
    const { seq, isVideo, issuedAt } = invite;
    if (isTooOld(issuedAt, now) || seq < (rung[caller] ?? -1)) return null;
    const isOfAnother = rang.some((one) => one.caller === caller && (one.seq > seq || (one.seq === seq && one.callId !== callId)));
    return isOfAnother ? null : { seq, isVideo };
}
