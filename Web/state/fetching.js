import { LatestResponse } from './latest-response.js';
import { problemOf } from './problem.js';

/**
 * The state of a request: an old value stays beside an error.
 * @template Value
 * @typedef {{ status: 'ready', value: Value, problem: null } | { status: 'failed', problem: import('./state.js').Problem }} Outcome
 */

/**
 * Makes a function that fetches from a source that may disappear, for instance when the person signs out.
 * @template Source
 * @param {() => Source | null | undefined} source
 */
export function fetching(source) {
    const latest = new LatestResponse();
    /**
     * @template Value
     * @param {string} kind
     * @param {(from: Source) => Promise<Value>} fetch
     * @returns {Promise<Outcome<Value> | null>} null where the source is another now, or a later request of this kind was answered already
     */
    return async (kind, fetch) => {
        const from = source();
        if (!from) return null;
        const isLatest = latest.sent(kind);
        /** @type {Outcome<Value>} */
        let outcome;
        try {
            outcome = { status: 'ready', value: await fetch(from), problem: null };
        } catch (error) {
            outcome = { status: 'failed', problem: problemOf(error) };
        }
        return source() === from && isLatest() ? outcome : null;
    };
}
