import { nextEntryNumber } from '../../session/entry-sequence.js';
import { CallFailure } from '../model/call-failure.js';

/**
 * This device's entry into a room: the worker draws its keys and signs its join (e2ee 3).
 * @param {number} room
 * @param {object} parts
 * @param {import('../../session/session.js').Session} parts.session
 * @param {Pick<import('../../media/call-worker.js').CallWorker, 'prepare'>} parts.worker
 * @param {import('../platform.js').Platform} parts.platform
 */
export async function prepareEntry(room, { session, worker, platform }) {
    const own = await session.identity.registered();
    const seq = await nextEntryNumber(session.database, platform.clock.date());
    const vouch = await session.vouch.text(own.identity);
    const texts = await worker.prepare({ room, identity: own.identity.text, signing: own.signing.privateKey, rsa: session.deviceKey.privateKey, seq, vouch });
    if (!texts) throw new CallFailure('encryption');
    return { own, texts };
}
