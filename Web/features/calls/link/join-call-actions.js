import { systemClock } from '../../../media/clock.js';
import { linkMaker } from './call-link-state.js';
import { text } from '../../../texts/text.js';
import { LinkAsking } from './link-asking.js';
import { notify } from '../../../state/notices.js';

/**
 * @typedef {object} JoinParts
 * @property {(planned: { people: { userId: number, name: string }[], isVideo: boolean }, ask: () => void) => void} before explanations and
 *     checks before devices are used
 * @property {() => Pick<import('../../../state/actions.js').Actions, 'go' | 'joinAgain'>} actions
 * @property {(video: boolean) => void} answer takes the call that rings
 * @property {import('../../../media/clock.js').Clock} [clock]
 */

/**
 * A link to a call that was opened: asks to be admitted, and answers when the call rings.
 * @param {import('./link-asking.js').PageStore} store
 * @param {import('../../../state/here.js').Reach<'session' | 'contacts'>} here
 * @param {JoinParts} parts
 */
export function joinCallActions(store, here, { before, actions, answer, clock = systemClock }) {
    const asking = new LinkAsking(store, here, clock);
    const maker = () => {
        const { joining } = store.state;
        return joining && { userId: joining.userId, name: linkMaker(store.state, joining)?.contactName ?? '' };
    };
    /**
     * A ringing call ends the wait. Returns how to answer it.
     * @param {import('../../../calls/lifecycle/call-machine.js').IncomingCall} call
     */
    const ringsByLink = (call) => {
        const { isTheOne, taken } = asking.rings(call);
        if (!isTheOne) return null;
        const { call: running } = store.state;
        const isBeside = running !== null && running.phase !== 'ended';
        if (isBeside || taken === null) actions().go(isBeside ? { name: 'call', id: running.id ?? 0 } : { name: 'contacts' });
        return isBeside ? null : taken;
    };
    return {
        /**
         * The page was opened with this link. Returns the place that it leads to.
         * @param {import('../../../contacts/call-link.js').CallLink | import('../../../contacts/call-link.js').BadLink} link
         * @returns {import('../../../state/state.js').Route}
         */
        openCallLink: (link) => (asking.open(link) || typeof link === 'string' ? { name: 'joinCall' } : { name: 'call', id: link.callId }),
        askToJoin(/** @type {boolean} */ video) {
            const { joining, running } = store.state;
            const person = maker();
            if (!person || !asking.canAsk) return;
            // The server would answer that they are in a call, namely their own.
            if (running && running.id !== joining?.callId) return notify(store, text('running.first'), 'bad');
            return before({ people: [person], isVideo: video }, () => void asking.ask(video));
        },
        askToBeContact: () => void asking.askOwner(),
        stopAsking: () => asking.stop(),
        returnByLink() {
            const { joining } = store.state;
            const person = maker();
            if (joining && person) actions().joinAgain({ id: joining.callId, people: [person], isVideo: false });
        },
        ringsByLink,
        /**
         * A call rings. The one that the person has asked for is answered without ringing.
         * @param {Extract<import('../../../calls/model/call-event.js').CallEvent, { type: 'incoming' }>} event
         */
        answeredByLink(event) {
            const taken = event.isTaken ? null : ringsByLink(event.call);
            if (taken === null) return event;
            // After everything that announces it.
            queueMicrotask(() => answer(taken.video));
            return { ...event, isTaken: taken };
        },
        /** The person signed out here, or went elsewhere. */
        leaveCallLink: () => asking.leave(),
    };
}
