/** @typedef {import('../members/member.js').Participant} Participant */
/**
 * The server's answer about the person's call; `heldCallId`: another that this device has on hold, `ringing`: the invitations for which
 * this device rings, `ended`: how calls ended for it; older servers don't list them.
 * @typedef {{ active?: boolean, callId?: number | null, participants?: Participant[], heldCallId?: number | null, ringing?: unknown, ended?: unknown }} ActiveCall
 */
/**
 * A call that the person is in, but not in this page: this device was in it before the page was reloaded, or another device of the person
 * is.
 * @typedef {object} RunningCall
 * @property {number} id
 * @property {'here' | 'elsewhere'} place
 * @property {boolean} isHeld whether the other device holds the place: it is connected
 * @property {boolean} isOnHold whether the person has put it on hold
 * @property {boolean} isVideo whether anyone in it sends video
 * @property {{ userId: number, name: string }[]} people the others who are in it, or ring
 */

const inCall = new Set(['accepted', 'connected', 'reconnecting']);

/**
 * Returns the call to offer a return to; null if the person is in none, or it only rings. Pure.
 * @param {ActiveCall} answer
 * @param {{ userId: number, deviceId: number }} account
 * @returns {RunningCall | null}
 */
export function runningCall({ callId, participants = [] }, { userId, deviceId }) {
    const own = participants.find((participant) => participant.userId === userId);
    if (!callId || !own || !inCall.has(own.status)) return null;
    const others = participants.filter((participant) => participant.userId !== userId);
    const present = others.filter(({ status }) => inCall.has(status) || status === 'inviting');
    const people = (present.length > 0 ? present : others).map(({ userId: id, displayName }) => ({ userId: id, name: displayName }));
    const place = own.deviceId === deviceId ? 'here' : 'elsewhere';
    const isVideo = participants.some((participant) => inCall.has(participant.status) && participant.isVideoEnabled === true);
    return { id: callId, place, isVideo, isOnHold: own.isOnHold === true, isHeld: place === 'elsewhere' && own.status !== 'reconnecting', people };
}
