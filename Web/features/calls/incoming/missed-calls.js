import { isMissed } from '../../../calls/lifecycle/call-machine.js';
import { namesOf } from '../../../texts/names.js';
import { endLabels, endedWell } from '../call-labels.js';
import { othersOf } from '../people/people-state.js';
import { text } from '../../../texts/text.js';
import { notify } from '../../../state/notices.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../call-state.js').MissedState} MissedState */
/** @typedef {import('../../../state/store.js').Store<import('../../../state/state.js').State>} PageStore */

/**
 * @param {CallState} over
 * @param {CallState | null} before
 */
export const wasMissed = (over, before) => before?.phase === 'incoming' && isMissed(over.reason);

/**
 * Notifies of a missed call without interrupting: a short notice, beside the badge and the row of the history.
 * @param {PageStore} store
 * @param {MissedState} missed
 */
export function tellMissed(store, { id, peer, isVerified }) {
    store.set({ lastMissed: { id, peer, isVerified } });
    const words = text('call.end.missedText', { name: peer.name || text('common.somebody') });
    notify(store, words, 'plain', undefined, false, { link: { label: text('history.title'), route: { name: 'calls' } } });
}

/**
 * A call that never rang on its own: it rang beside another, or came too late to ring.
 * @param {import('../../../calls/lifecycle/call-machine.js').IncomingCall} call
 * @returns {MissedState}
 */
export const neverShown = ({ id, caller, callerName, isVerified }) => ({ id, peer: { userId: caller, name: callerName }, isVerified });

/**
 * Announces the end of a call to a person who is elsewhere in the page.
 * @param {PageStore} store
 * @param {CallState} over
 */
export function tellOver(store, over) {
    if (over.reason === 'hungUp') return;
    const others = othersOf(over);
    const { title, sentence } = endLabels(over);
    if (endedWell(over)) notify(store, text('running.over', { names: namesOf(others.length > 0 ? others : [over.peer]) }));
    else notify(store, sentence ?? title, 'bad');
}
