import { isInCall } from '../members/member.js';
import { isSameSecret } from './call-secret.js';

/** @typedef {import('../../key-distribution/device-pins.js').DeviceTrust} DeviceTrust */
/** @typedef {{ callId: number, secret: string }} SharedCall a call, and the secret of the link to it that is shared */
/**
 * The verdict on a request: only `invite` rings the person; `unmet` and `held` are shown to the user, who may add the person.
 * @typedef {'invite' | 'notShared' | 'wrongSecret' | 'stranger' | 'blocked' | 'isThere' | 'putOut' | 'again' | 'unmet' | 'held'} Verdict
 */
/**
 * The facts that this device knows when a request arrives.
 * @typedef {object} Known
 * @property {SharedCall | null} shared null: nothing is, or it was withdrawn
 * @property {Pick<import('../../features/calls/call-state.js').CallState, 'id' | 'phase'> & { members: Pick<import('../members/member.js').Member, 'userId' | 'status'>[] } | null} call the one that the page shows
 * @property {readonly Pick<import('../../state/state.js').Contact, 'contactId' | 'isBlocked'>[]} contacts
 * @property {readonly DeviceTrust[] | null} trusts the devices of the person who asks; null if they weren't looked up
 * @property {number | null} invitedAt when the same person was invited by the link last, Unix milliseconds
 * @property {number} now Unix milliseconds
 */

/** In milliseconds: a person who asks several times within this is invited once. */
export const askedAgainTime = 30_000;

/**
 * Whether a person who asks by a link is admitted. Pure.
 * @param {Pick<import('../../protocol/signaling/signals.js').InvitationRequest, 'callId' | 'senderId' | 'token'>} request
 * @param {Known} known
 * @returns {Verdict}
 */
export function judgeRequest({ callId, senderId, token }, { shared, call, contacts, trusts, invitedAt, now }) {
    if (shared?.callId !== callId || call?.id !== callId || call.phase !== 'inCall') return 'notShared';
    if (!isSameSecret(shared.secret, token)) return 'wrongSecret';
    const contact = contacts.find(({ contactId }) => contactId === senderId);
    if (!contact) return 'stranger';
    if (contact.isBlocked === true) return 'blocked';
    const status = call.members.find(({ userId }) => userId === senderId)?.status;
    if (isInCall(status) || status === 'ringing') return 'isThere';
    // A person who was removed stays out until the link is opened again.
    if (status === 'removed') return 'putOut';
    if (invitedAt !== null && now - invitedAt < askedAgainTime) return 'again';
    return trusts === null ? 'invite' : judgeDevices(trusts);
}

/**
 * Being a contact is only the server's claim. Known people are those whom this device has met, by a device that they still have.
 * @param {readonly DeviceTrust[]} trusts
 */
function judgeDevices(trusts) {
    // If the person has no device, the server says so.
    if (trusts.length === 0 || trusts.some((trust) => trust !== 'new' && !trust.startsWith('held'))) return 'invite';
    return trusts.includes('new') ? 'unmet' : 'held';
}
