/**
 * A call that the person has said they would make. `at`: when, in Unix milliseconds; `isTold`: they were reminded of it.
 * @typedef {{ userId: number, name: string, at: number, isTold: boolean }} CallPromise
 */

/** In milliseconds: older promises are dropped. */
const longest = 24 * 60 * 60_000;

/**
 * At most one promise per person: the newest. The one due first comes first.
 * @param {readonly CallPromise[]} promises
 * @param {CallPromise} promise
 * @returns {CallPromise[]}
 */
export const withPromise = (promises, promise) => [...without(promises, [promise.userId]), promise].sort((one, other) => one.at - other.at);

/**
 * @param {readonly CallPromise[]} promises
 * @param {readonly number[]} userIds
 */
export const without = (promises, userIds) => promises.filter(({ userId }) => !userIds.includes(userId));

/**
 * The stored promises that are still valid.
 * @param {unknown} kept
 * @param {number} now Unix milliseconds
 * @returns {CallPromise[]}
 */
export function promisesIn(kept, now) {
    if (!Array.isArray(kept)) return [];
    return kept.filter((one) => Number.isSafeInteger(one?.userId) && typeof one.name === 'string' && Number.isSafeInteger(one.at) && now - one.at < longest)
        .map(({ userId, name, at, isTold }) => ({ userId, name, at, isTold: isTold === true })).sort((one, other) => one.at - other.at);
}

/**
 * The people with whom a call fulfils a promise: those who are called, or were reached.
 * @param {import('../call-state.js').CallState | null} call
 */
export function keptBy(call) {
    if (call === null || call.phase === 'incoming' || call.phase === 'ended') return [];
    return [call.peer.userId, ...call.members.filter(({ isSelf }) => !isSelf).map(({ userId }) => userId)];
}
