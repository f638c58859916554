import { fittingWords } from '../../../keys/channels/call-reply.js';
import { text } from '../../../texts/text.js';
import { notify } from '../../../state/notices.js';

/** @typedef {import('../../../keys/channels/call-reply.js').CallReply} CallReply */

/** In minutes: the delays after which a person can promise to call back. */
export const callBackTimes = Object.freeze([10, 30, 60]);

/**
 * @param {number} minutes until the person calls back; 0: they promise nothing
 * @param {string} words their own
 * @returns {CallReply}
 */
export function replyWith(minutes, words) {
    const own = fittingWords(words.trim());
    return { kind: 'cannotTalkNow', minutes, ...(own && { words: own }) };
}

/**
 * Tells the person whether their reply was sent.
 * @param {import('../../../state/store.js').Store<import('../../../state/state.js').State>} store
 * @param {string} caller
 * @param {CallReply} reply
 * @param {boolean} isSaid
 */
export function tellReplied(store, caller, { minutes }, isSaid) {
    const name = caller || text('common.somebody');
    if (minutes === 0) notify(store, text(isSaid ? 'call.notice.toldPlain' : 'call.notice.notTold', { name }));
    else notify(store, isSaid ? text('call.notice.replied', { name, minutes }) : text('call.notice.notReplied', { name }));
}
