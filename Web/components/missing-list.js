import { button } from './button.js';
import { empty, message } from './message.js';
import { text } from '../texts/text.js';
import { skeletonRows } from './skeleton.js';

/** @typedef {import('../texts/text.js').PlainKey} PlainKey */

/**
 * The placeholder of a list that isn't loaded. A lost connection is shown on top of every screen: it isn't repeated here, and the list is
 * fetched as soon as the server is back.
 * @param {import('../state/state.js').State} state
 * @param {{ status: string, problem: import('../state/state.js').Problem | null }} list
 * @param {object} options
 * @param {import('../icons.js').IconName} options.symbol
 * @param {PlainKey} options.loading
 * @param {PlainKey} options.offline
 * @param {() => void} options.retry
 */
export function missingList({ connection }, { status, problem }, { symbol, loading, offline, retry }) {
    if (status !== 'failed') return skeletonRows(text(loading));
    return notRenewed({ connection }, { status, problem }, retry) || empty({ symbol, title: text(offline) });
}

/**
 * The reason why a list isn't current, unless it is shown on top of every screen; false if there is none.
 * @param {Pick<import('../state/state.js').State, 'connection'>} state
 * @param {{ status: string, problem: import('../state/state.js').Problem | null }} list
 * @param {() => void} retry
 */
export function notRenewed({ connection }, { status, problem }, retry) {
    const isLooking = connection === 'offline' && problem?.code === 'offline';
    return !isLooking && status === 'failed' && message('bad', problem?.message ?? '', button({ label: text('common.tryAgain'), symbol: 'retry', onclick: retry }));
}
