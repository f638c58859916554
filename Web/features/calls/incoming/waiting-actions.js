import { endpoints } from '../../../protocol/http/endpoints.js';
import { namesOf } from '../../../texts/names.js';
import { text } from '../../../texts/text.js';
import { notify } from '../../../state/notices.js';
import { fittingWords } from '../../../keys/channels/call-reply.js';
import { replyWith, tellReplied } from './call-back.js';
import { problemOf } from '../../../state/problem.js';

/** @typedef {import('../../../state/store.js').Store<import('../../../state/state.js').State>} PageStore */

/**
 * A second call: it rings while the person is in one, and the first can be put on hold.
 * @param {PageStore} store
 * @param {import('../../../state/here.js').Reach<'calls' | 'session'>} here
 * @param {() => void} goOn returns to the waiting call, if the other one failed
 * @param {(person: import('../people/people-state.js').Named, minutes: number) => void} [promised] told to whom the person has said that they call back
 */
export function waitingActions(store, here, goOn, promised = () => {}) {
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
            // It keeps ringing, and can be answered again.
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
        writeReplyWaiting: (/** @type {string | null} */ words) => store.set(({ waiting }) => ({ waiting: waiting && { ...waiting, replying: words === null ? null : fittingWords(words) } })),
        callBackWaiting(/** @type {number} */ minutes) {
            const { waiting } = store.state;
            if (!waiting) return;
            const reply = replyWith(minutes, waiting.replying ?? '');
            void attempt(async () => {
                const isSaid = await here.signedIn?.calls.declineWaiting(reply) ?? false;
                tellReplied(store, waiting.peer.name, reply, isSaid);
                if (isSaid) promised(waiting.peer, reply.minutes);
            });
        },
        /**
         * Whether this call is ending in favour of another: its end is not shown.
         * @param {number | null} id
         */
        givesWay: (id) => givingWay !== null && id === givingWay,
        /** @param {import('../../../calls/lifecycle/call-machine.js').IncomingCall | null} call */
        waitingChanged(call) {
            const waiting = call && { id: call.id, peer: { userId: call.caller, name: call.callerName }, isVideo: call.isVideo, isVerified: call.isVerified, isNewDevice: call.isNewDevice, canReply: call.canReply, doubt: call.doubt ?? null, members: [], replying: null, isBusy: false };
            store.set({ waiting });
        },
        /** @param {Extract<import('../../../calls/model/call-event.js').CallEvent, { type: 'waitingPeople' }>} event */
        waitingPeople({ callId, members }) {
            store.set(({ waiting }) => (waiting?.id === callId ? { waiting: { ...waiting, members } } : {}));
        },
        /** Signals may have been lost: checks whether there still is a call on hold. */
        async checkHeld() {
            const { onHold } = store.state;
            if (!onHold) return;
            await here.signedIn?.session.api.send(endpoints.participants, { id: onHold.id }).catch((error) => {
                if (error.code === 'ErrCallNotAvailable' || error.code === 'ErrCallNotFound') this.heldIsOver(onHold.id);
            });
        },
        /**
         * A call has ended; it may be the one on hold.
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
