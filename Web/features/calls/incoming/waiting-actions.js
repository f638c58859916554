import { endpoints } from '../../../protocol/http/endpoints.js';
import { namesOf } from '../../../texts/names.js';
import { text } from '../../../texts/text.js';
import { notify } from '../../../state/notices.js';
import { callBackSoon, tellReplied } from './call-back.js';
import { problemOf } from '../../../state/problem.js';

/** @typedef {import('../../../state/store.js').Store<import('../../../state/state.js').State>} PageStore */

/**
 * A second call: it rings while the person is in one, and the first may be put on hold.
 * @param {PageStore} store
 * @param {import('../../../state/here.js').Reach<'calls' | 'session'>} here
 * @param {() => void} goOn returns to the waiting call, if the other one failed
 */
export function waitingActions(store, here, goOn) {
    /** @type {number | null} the call that gives way to the other now */
    let givingWay = null;
    /** @param {() => Promise<unknown> | undefined} work */
    const attempt = async (work) => {
        const { waiting } = store.state;
        if (!waiting || waiting.isBusy) return;
        store.set({ waiting: { ...waiting, isBusy: true } });
        try {
            await work();
        } catch (error) {
            const { code, message } = problemOf(error);
            if (code !== 'noCall') notify(store, message, 'bad');
            // It rings on, and can be tried again.
            store.set(({ waiting: still }) => ({ waiting: still && { ...still, isBusy: false } }));
        }
    };
    return {
        /** @param {boolean} holds whether the call that runs waits, or is over */
        answerWaiting: (holds) => void attempt(async () => {
            const { waiting, call } = store.state;
            givingWay = call?.id ?? null;
            try {
                await here.signedIn?.calls.answerWaiting({ video: waiting?.isVideo === true && call?.isCameraOn === true, holds });
            } catch (error) {
                givingWay = null;
                if (store.state.call === null || store.state.call.phase === 'ended' || store.state.onHold?.id === store.state.call.id) goOn();
                throw error;
            }
            givingWay = null;
        }),
        declineWaiting: () => void attempt(async () => here.signedIn?.calls.declineWaiting()),
        callBackWaiting() {
            const name = store.state.waiting?.peer.name ?? '';
            void attempt(async () => tellReplied(store, name, await here.signedIn?.calls.declineWaiting(callBackSoon) ?? false));
        },
        /**
         * Whether this call gives way to another now: its end is nothing to be shown.
         * @param {number | null} id
         */
        givesWay: (id) => givingWay !== null && id === givingWay,
        /** @param {import('../../../calls/lifecycle/call-machine.js').IncomingCall | null} call */
        waitingChanged(call) {
            const waiting = call && { id: call.id, peer: { userId: call.caller, name: call.callerName }, isVideo: call.isVideo, isVerified: call.isVerified, isNewDevice: call.isNewDevice, canReply: call.canReply, doubt: call.doubt ?? null, members: [], isBusy: false };
            store.set({ waiting });
        },
        /** @param {Extract<import('../../../calls/model/call-event.js').CallEvent, { type: 'waitingPeople' }>} event */
        waitingPeople({ callId, members }) {
            store.set(({ waiting }) => (waiting?.id === callId ? { waiting: { ...waiting, members } } : {}));
        },
        /** Signals may have been lost: whether there still is the call that waits. */
        async checkHeld() {
            const { onHold } = store.state;
            if (!onHold) return;
            await here.signedIn?.session.api.send(endpoints.participants, { id: onHold.id }).catch((error) => {
                if (error.code === 'ErrCallNotAvailable' || error.code === 'ErrCallNotFound') this.heldIsOver(onHold.id);
            });
        },
        /**
         * A call is over; it may be the one that waits.
         * @param {number} id
         */
        heldIsOver(id) {
            const { onHold } = store.state;
            if (onHold?.id !== id) return;
            store.set({ onHold: null });
            notify(store, text('onHold.over', { names: namesOf(onHold.people) }));
        },
    };
}
