/**
 * Calls as far as they were fetched, newest first. Fetched calls stay if more cannot be fetched.
 * @typedef {object} CallPages
 * @property {'loading' | 'ready' | 'failed'} status
 * @property {import('./past-call.js').PastCall[] | null} calls
 * @property {number} total
 * @property {string | null} next asks for those before them; null: these are all
 * @property {import('../../state/state.js').Problem | null} problem
 */
/**
 * @typedef {object} HistoryState
 * @property {CallPages} all
 * @property {CallPages | null} found those that the filter wants; null while it wants all
 * @property {import('./history-service.js').HistoryFilter} filter
 * @property {boolean} isLoadingMore
 * @property {number | null} lastSeen when the newest call was that the person has seen in the list, Unix milliseconds; null: not known yet
 */

/** @returns {CallPages} */
export const noPages = () => ({ status: 'loading', calls: null, total: 0, next: null, problem: null });
/** @returns {HistoryState} */
export const emptyHistory = () => ({ all: noPages(), found: null, filter: { isMissed: false, name: '' }, isLoadingMore: false, lastSeen: null });

/** @param {HistoryState} history */
export const shownPages = ({ all, found }) => found ?? all;

/** @param {HistoryState} history */
export const missedCount = ({ all, lastSeen }) => (lastSeen === null ? 0
    : (all.calls ?? []).filter(({ result, startedAt }) => result === 'missed' && startedAt > lastSeen).length);

/**
 * A call of the history, from whichever list.
 * @param {HistoryState} history
 * @param {number} id
 */
export const callWith = ({ all, found }, id) => [...(all.calls ?? []), ...(found?.calls ?? [])].find((call) => call.id === id);
