import { parseMoment } from '../../protocol/moment.js';

/** @typedef {import('./past-call.js').PastCall} PastCall */

/**
 * When each person was in the newest call with them, of any kind and outcome, according to the given calls.
 * @type {WeakMap<PastCall[], Map<number, number>>}
 */
const newest = new WeakMap();

/** @param {PastCall[]} calls */
function newestOf(calls) {
    const known = newest.get(calls);
    if (known) return known;
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const { people, startedAt } of calls) for (const { userId } of people) found.set(userId, Math.max(startedAt, found.get(userId) ?? 0));
    newest.set(calls, found);
    return found;
}

/**
 * The last call with a contact, as shown in every list: the server counts answered calls only, and the history has the newest calls only.
 * @param {Pick<import('../../state/state.js').Contact, 'contactId' | 'lastInteraction'>} contact
 * @param {import('./history-state.js').HistoryState} history
 * @returns {string | null} as the server writes it; null if there was none
 */
export function lastCallWith({ contactId, lastInteraction }, { all: { calls } }) {
    const called = calls === null ? undefined : newestOf(calls).get(contactId);
    const talked = lastInteraction === null ? NaN : parseMoment(lastInteraction);
    return called === undefined || talked > called ? lastInteraction : new Date(called).toISOString();
}

/**
 * The calls with a person, newest first, each once: those of the history, and those that the server has found besides.
 * @param {number} userId
 * @param {import('./history-state.js').HistoryState} history
 * @param {PastCall[]} found
 * @returns {PastCall[]}
 */
export function callsOf(userId, { all: { calls } }, found) {
    const known = (calls ?? []).filter(({ people }) => people.some((one) => one.userId === userId));
    return [...known, ...found.filter(({ id }) => !known.some((one) => one.id === id))].sort((one, other) => other.startedAt - one.startedAt || other.id - one.id);
}
