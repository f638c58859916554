import { keepLeft } from './running/left-call.js';

/** @typedef {import('../../state/news.js').Takes} Takes */

/**
 * The events that the features of calls handle. Someone who joins by a link isn't announced twice, and a call that was requested by a link
 * is answered without ringing: both come before the call itself.
 * @param {import('../../app/features.js').CallFeatures} features
 * @param {import('../../state/here.js').Reach<'session'>} here
 * @returns {{ before: Takes[], behind: Takes[] }} `behind`: what follows from how the call is shown then
 */
export function callTakes({ callLink, joining, waiting, running, swap, calls }, here) {
    return {
        before: [
            {
                events: {
                    rings: ({ userId }) => (callLink.comesByLink(userId) ? null : undefined),
                    joined: callLink.callLinkTold,
                    ended: callLink.callLinkTold,
                },
                signals: { invitation_requested: callLink.invitationRequested },
            },
            {
                events: {
                    waiting: ({ call }) => { if (call) joining.ringsByLink(call); },
                    incoming(event) {
                        // A call may start long after the connection; the join that answers it returns everything up to then.
                        here.signedIn?.session.vouch.refresh().catch(() => {});
                        return joining.answeredByLink(event);
                    },
                },
            },
            {
                events: {
                    waiting({ call }) {
                        waiting.waitingChanged(call);
                        return null;
                    },
                    waitingPeople(event) {
                        waiting.waitingPeople(event);
                        return null;
                    },
                },
                signals: { call_ended: ({ callId }) => waiting.heldIsOver(callId), call_cancelled: ({ callId }) => waiting.heldIsOver(callId) },
                connected: () => void waiting.checkHeld(),
            },
            {
                events: {
                    running({ call }) {
                        running.found(call);
                        return null;
                    },
                    held({ id }) {
                        void swap.foundHeld(id);
                        return null;
                    },
                },
                signals: { call_ended: () => void running.lookAgain(), call_cancelled: () => void running.lookAgain() },
            },
            { everyEvent: calls.received },
        ],
        // A call on hold is resumed at this end.
        behind: [{ events: { ended: ({ callId, reason }) => { if (!waiting.givesWay(callId) && !swap.isSwapped(callId, reason)) running.returnToHeld(); } } }],
    };
}

/**
 * A person in a call can return to it for a moment after the page has closed.
 * @param {Pick<import('../../state/state.js').State, 'call'>} state
 * @param {import('../../calls/call-controller.js').CallController | undefined} calls
 * @param {number} now Unix milliseconds
 */
export function leaveCall({ call }, calls, now) {
    if (call !== null && isInCall(call) && call.id) keepLeft(call.id, now);
    calls?.pageCloses();
}

/** @param {import('./call-state.js').CallState | null} call */
export const isInCall = (call) => call !== null && call.phase !== 'ended' && call.phase !== 'incoming';
