import { findMLKEM } from '../keys/entering/ml-kem.js';
import { canProtectMedia } from '../media/call-worker.js';
import { notify } from '../state/notices.js';
import { text } from '../texts/text.js';

/** @typedef {'calls' | 'quantum'} Limit */
/**
 * @typedef {object} LimitPort what tests provide
 * @property {() => boolean} canCall
 * @property {() => Promise<boolean>} isPostQuantum
 * @property {() => string | null} told the limit that was reported in this browser before
 * @property {(limit: Limit) => void} noteTold
 */

const name = 'ecall-limit';
/** In milliseconds: it is read once, by people who have just arrived. */
const life = 20_000;

/** @type {LimitPort} */
export const thisBrowser = {
    canCall: canProtectMedia,
    isPostQuantum: async () => (await findMLKEM()) !== null,
    told() {
        try { return localStorage.getItem(name); } catch { return null; }
    },
    noteTold(limit) {
        try { localStorage.setItem(name, limit); } catch { /* It is reported again. */ }
    },
};

/**
 * Reports once per browser that it cannot make calls or, if it can, that it lacks ML-KEM.
 * @param {import('../state/store.js').Store<import('../state/state.js').State>} store
 * @param {LimitPort} [browser]
 */
export async function tellLimits(store, browser = thisBrowser) {
    const limit = !browser.canCall() ? 'calls' : await browser.isPostQuantum() ? null : 'quantum';
    if (limit === null || browser.told() === limit) return;
    browser.noteTold(limit);
    notify(store, text(limit === 'calls' ? 'call.failure.browser' : 'protection.quantum.browser'), limit === 'calls' ? 'bad' : 'plain', life);
}
