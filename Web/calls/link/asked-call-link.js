/** @typedef {{ callId: number, userId: number, video: boolean }} Asked the call, its owner, and whether the person wants to send video */

/** In milliseconds: how long a person who asked waits to be admitted. */
export const waitTime = 40_000;

/**
 * Judges a call that rings while the person waits to be admitted by a link. The awaited call is answered without ringing, if it was signed
 * by a device known here as the owner's. An unverified one rings, and says so. Another call, or another caller, rings as always. Pure.
 * @param {Asked | null} asked
 * @param {Pick<import('../lifecycle/call-machine.js').IncomingCall, 'id' | 'caller' | 'isVerified'>} call
 * @returns {{ isTheOne: boolean, taken: { video: boolean } | null }}
 */
export function judgeRing(asked, { id, caller, isVerified }) {
    const isTheOne = asked !== null && asked.callId === id && asked.userId === caller;
    return { isTheOne, taken: isTheOne && isVerified ? { video: asked.video } : null };
}
