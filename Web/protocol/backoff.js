/**
 * The delay before the next attempt: doubles from `first` up to `longest`, with jitter so that many clients of a restarting server don't
 * come back at once. Milliseconds. Swift has the same rule (Tests/Vectors/backoff.json).
 * @typedef {{ first: number, longest: number }} Backoff
 */

/** HTTP requests: 1, 2, 4 s (wire-protocol 0.3). */
export const requestBackoff = Object.freeze({ first: 1000, longest: 4000 });
/** Sockets: from half a second to half a minute. */
export const socketBackoff = Object.freeze({ first: 500, longest: 30_000 });
/** Sockets that a call waits for. */
export const urgentBackoff = Object.freeze({ first: 250, longest: 2000 });
/** The media connection: media cannot wait long, but a server that is unavailable must not be asked without pause. */
export const mediaBackoff = Object.freeze({ first: 100, longest: 1000 });
/** A connection that is lost again this soon doesn't count: the back-off continues from where it was. */
export const settling = 2000;

/**
 * The wait before repetition number `attempt`, counted from 0; `random` in 0 ..< 1 shortens it by up to half.
 * @param {Backoff} backoff
 * @param {number} attempt
 * @param {number} random
 */
export function delay(backoff, attempt, random) {
    const wait = Math.min(backoff.longest, backoff.first * 2 ** Math.max(0, attempt));
    return wait * (1 - Math.min(Math.max(random, 0), 1) / 2);
}

/**
 * How long one attempt at a socket may take before the next, counted from 0, takes its place, in milliseconds. A SYN that is
 * lost is repeated after 1, 3 and 7 s (RFC 6298), so one attempt alone notices late that the line is back; and browsers open
 * one socket to a server at a time, so that none can begin beside it (RFC 6455 section 4.1).
 * @param {number} attempt
 */
export const patience = (attempt) => Math.min(5000, 1500 * 1.25 ** attempt);
