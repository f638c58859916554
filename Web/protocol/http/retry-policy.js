import { delay, requestBackoff } from '../backoff.js';

/** The statuses that are retried, for every method: the server recognizes repetitions by natural keys (wire-protocol 1.4). */
const repeatableStatuses = new Set([408, 429, 500, 502, 503, 504]);
const repetitions = 3;
/** No retry begins later than this after the first attempt began, in milliseconds. */
const timeout = 60_000;

/**
 * The delay before a failed request is retried, in milliseconds; null if its result is final. Swift has the same rule;
 * Tests/Vectors/backoff.json holds both to it.
 * @param {{ status: number, code: string, retryAfter: string | null }} failure status 0: there was no answer; `code` '': no error envelope
 * @param {{ attempt: number, elapsed: number, random: number }} progress how often it was repeated before, and milliseconds since the first try began
 * @returns {number | null}
 */
export function retryDelay(failure, { attempt, elapsed, random }) {
    const least = failure.status === 0 ? 0 : leastWait(failure);
    if (least === null || attempt >= repetitions) return null;
    const wait = Math.max(least, delay(requestBackoff, attempt, random));
    return elapsed + wait <= timeout ? wait : null;
}

/**
 * The minimum delay that the server requires, in milliseconds; null if its refusal is final.
 * @param {{ status: number, code: string, retryAfter: string | null }} failure
 */
function leastWait({ status, code, retryAfter }) {
    if (!repeatableStatuses.has(status)) return null;
    // A rate limit with a code of its own (20 links an hour) does not end within seconds.
    if (status === 429 && code !== '' && code !== 'ErrTooManyRequests') return null;
    // Only delay-seconds (RFC 9110 section 10.2.3).
    if (retryAfter === null || !/^[0-9]+$/.test(retryAfter)) return 0;
    const wait = Number(retryAfter) * 1000;
    return wait <= requestBackoff.longest ? wait : null;
}
