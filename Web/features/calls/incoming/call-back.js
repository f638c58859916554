import { text } from '../../../texts/text.js';
import { notify } from '../../../state/notices.js';

/** The one-button reply to a caller: the person cannot talk now, and calls back in ten minutes. */
export const callBackSoon = Object.freeze({ kind: /** @type {const} */ ('cannotTalkNow'), minutes: 10 });

/**
 * The person is to know what they have said in one tap, or that it was not said.
 * @param {import('../../../state/store.js').Store<import('../../../state/state.js').State>} store
 * @param {string} caller
 * @param {boolean} isSaid
 */
export function tellReplied(store, caller, isSaid) {
    const name = caller || text('common.somebody');
    notify(store, isSaid ? text('call.notice.replied', { name, minutes: callBackSoon.minutes }) : text('call.notice.notReplied', { name }));
}
