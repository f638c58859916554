import { judgeInvitation } from '../entry/invitation-check.js';

/** @typedef {import('../../protocol/signaling/signals.js').CallInvitation} CallInvitation */
/** @typedef {Pick<import('../../session/session.js').Session, 'account' | 'database'>} Ringing */

/**
 * Whether this device rings, and under the caller's name, because a device that is the caller's, as far as is known here, has signed
 * the invitation. What rings under a name does so once.
 * @param {CallInvitation} invitation
 * @param {Ringing} session
 * @param {import('../../media/clock.js').Clock} clock of the page: the server's time counts
 */
export async function mayRing(invitation, session, clock) {
    const verdict = await judge(invitation, session, clock.date());
    // One that is too old is missed once.
    if (verdict.type === 'rings' || verdict.type === 'isOld') await keepRung(verdict, session);
    return verdict;
}

/**
 * @param {CallInvitation} invitation
 * @param {Ringing} session
 * @param {number} now the server's time, in Unix milliseconds
 */
async function judge(invitation, { database, account }, now) {
    const [pins, rung] = await Promise.all([database.get('devicePins'), database.get('rungInvites')]);
    return judgeInvitation(invitation, { ownUser: account.userId, pins: pins ?? null, rung: rung ?? {}, now });
}

/**
 * @param {{ caller: string, seq: number }} verdict
 * @param {Ringing} session
 */
async function keepRung({ caller, seq }, { database }) {
    const rung = await database.get('rungInvites') ?? {};
    await database.put('rungInvites', { ...rung, [caller]: seq }).catch(() => {});
}
