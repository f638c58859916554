import { judgeInvitation } from './invitation-check.js';

/** @typedef {import('../../protocol/signaling/signals.js').CallInvitation} CallInvitation */
/** @typedef {Pick<import('../../session/session.js').Session, 'account' | 'api' | 'database'>} Ringing */

/**
 * Whether this device rings under the caller's name, because a device that is the caller's, as far as is known here, has signed
 * the invitation; null where it does not ring. What rings under a name does so once.
 * @param {CallInvitation} invitation
 * @param {Ringing} session
 * @param {import('../../media/clock.js').Clock} clock
 * @returns {Promise<boolean | null>}
 */
export async function mayRing(invitation, session, clock) {
    let verdict = await judge(invitation, session, clock.date());
    if (verdict.type === 'isOld') {
        // This device's clock may be ahead: the server's decides.
        const date = await session.api.serverDate().catch(() => null);
        if (date !== null) verdict = await judge(invitation, session, date);
    }
    if (verdict.type === 'rangBefore' || verdict.type === 'isOld') return null;
    if (verdict.type === 'rings') await keepRung(verdict, session);
    return verdict.type === 'rings';
}

/**
 * @param {CallInvitation} invitation
 * @param {Ringing} session
 * @param {number} now Unix milliseconds
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
