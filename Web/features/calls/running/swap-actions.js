import { endpoints } from '../../../protocol/http/endpoints.js';
import { notify } from '../../../state/notices.js';
import { problemOf } from '../../../state/problem.js';
import { runningCall } from '../../../calls/lifecycle/running-call.js';

/** @typedef {import('../../../state/store.js').Store<import('../../../state/state.js').State>} PageStore */
/** @typedef {import('../call-state.js').HeldState} HeldState */

/**
 * The swap between the running call and the one on hold.
 * @param {PageStore} store
 * @param {import('../../../state/here.js').Reach<'calls' | 'session'>} here
 * @param {object} calls
 * @param {(held: HeldState) => Promise<void>} calls.returnTo
 * @param {() => Promise<void>} calls.checkHeld looks whether there still is a call on hold
 */
export function swapActions(store, here, { returnTo, checkHeld }) {
    /** @type {number | null} the call that is put on hold now */
    let givingWay = null;
    /**
     * Nothing has changed: the running call goes on.
     * @param {unknown} error
     */
    const refused = (error) => {
        const { code, message } = problemOf(error);
        store.set(({ onHold }) => ({ onHold: onHold && { ...onHold, isBusy: false } }));
        // One of the two has ended, which is said by itself.
        if (code === 'over') return checkHeld();
        if (code !== 'noCall') notify(store, message, 'bad');
        return undefined;
    };
    /** @param {HeldState} held */
    const swap = async (held) => {
        const { call } = store.state;
        const calls = here.signedIn?.calls;
        if (!calls || givingWay !== null || call?.phase !== 'inCall' || call.id === null) return;
        givingWay = call.id;
        store.set({ onHold: { ...held, isBusy: true } });
        try {
            await calls.holdFor(held.id);
        } catch (error) {
            await refused(error);
            return;
        } finally {
            givingWay = null;
        }
        // If the other call has ended meanwhile, its end has led back.
        if (store.state.onHold?.id !== call.id) return;
        await returnTo(held);
        await checkHeld();
    };
    return {
        swapCalls: () => { if (store.state.onHold) void swap(store.state.onHold); },
        /**
         * Whether this call is put on hold now, and its end is nothing to be shown.
         * @param {number | null} id
         * @param {import('../../../calls/lifecycle/call-machine.js').CallEndReason} reason
         */
        isSwapped: (id, reason) => givingWay !== null && id === givingWay && reason === 'onHold',
        /**
         * The server says that this device has a call on hold beside another, which a reloaded page does not know.
         * @param {number} id
         */
        async foundHeld(id) {
            const { signedIn } = here;
            if (!signedIn || store.state.onHold !== null) return;
            const { api, account } = signedIn.session;
            const answer = await api.send(endpoints.participants, { id }).catch(() => null);
            const held = answer && runningCall({ callId: id, participants: answer.participants }, account);
            if (!held?.isOnHold || store.state.onHold !== null || store.state.call?.id === id) return;
            store.set({ onHold: { id, people: held.people, isVideo: held.isVideo, isBusy: false } });
        },
    };
}
