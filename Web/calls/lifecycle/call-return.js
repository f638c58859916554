import { CallFailure } from '../model/call-failure.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { runningCall } from './running-call.js';

/**
 * @typedef {object} ReturnOptions
 * @property {import('../../session/session.js').Session} session
 * @property {import('./call-lifecycle.js').CallLifecycle} lifecycle
 * @property {import('./incoming-signals.js').EarlySignals} early
 * @property {import('./incoming-signals.js').IncomingSignals} signals
 * @property {import('./end-reports.js').EndReports} ends
 */

/** The way into a call in progress: this device was in it before the page was reloaded, or another device of the person is or was in it. */
export class CallReturn {
    #options;

    /** @param {ReturnOptions} options */
    constructor(options) { this.#options = options; }

    /**
     * With new keys; mute and camera as before.
     * @param {number} id
     */
    async resume(id) {
        const { session, lifecycle, early, signals } = this.#options;
        if (!lifecycle.isIdle) throw new CallFailure('alreadyInCall');
        lifecycle.mustProtect();
        lifecycle.perform({ type: 'resumed', id });
        // The others' joins arrive before the answer that names their room.
        const { replay, listenAgain } = early.hear();
        try {
            const record = await this.#letIn(id);
            const own = record.participants.find(({ userId }) => userId === session.account.userId);
            const isVideo = record.callMediaType === 'video';
            const call = lifecycle.begin({ isVideo, camera: own?.isVideoEnabled ?? isVideo, isMuted: own?.isMuted, isReturn: true });
            /** @type {CallFailure | null} */
            let failure = null;
            try {
                await call.entry.beginAgain(record);
                await replay(id, (signal) => signals.handle(signal));
                listenAgain();
                await call.entry.enterAgain(record.janusRoomId);
            } catch (error) {
                failure = CallFailure.from(error);
            }
            listenAgain();
            await lifecycle.joined(id, call, failure);
            return record;
        } finally {
            listenAgain();
        }
    }

    /**
     * If the server refuses, nothing changes: nothing is reported to it, and nothing ends.
     * @param {number} id
     */
    async #letIn(id) {
        const { session, lifecycle, ends } = this.#options;
        let record;
        try {
            record = await comeIn(id, session);
        } catch (error) {
            if (!lifecycle.isJoining(id)) throw new CallFailure('noCall');
            lifecycle.perform({ type: 'refused' });
            throw CallFailure.from(error);
        }
        if (lifecycle.isJoining(id)) return record;
        // The person hung up meanwhile, and the server may have received that before it admitted this device.
        await ends.tell(id);
        throw new CallFailure('noCall');
    }
}

/**
 * Enters a call in progress without being rung. A device that is in it joins again, which only returns the others' joins. Otherwise it asks
 * for the seat of the person's device that is away or has left (wire-protocol 4.7). An envelope that may be sent to it opens nothing here
 * and is not awaited (docs/decisions/0004-door-keys-and-media-keys.md).
 * @param {number} id
 * @param {Pick<import('../../session/session.js').Session, 'api' | 'account'>} session
 */
async function comeIn(id, { api, account }) {
    const running = runningCall(await api.send(endpoints.activeCall), account);
    if (running !== null && running.id !== id && !running.isOnHold) throw new CallFailure('alreadyInCall');
    if (running?.place === 'here') return api.send(endpoints.joinCall, { id });
    await api.send(endpoints.requestRejoin, { id });
    return api.send(endpoints.rejoinCall, { id });
}
