import { participantsOf } from '../calls/people/people-state.js';

/** @typedef {import('../calls/call-state.js').CallState} CallState */
/** @typedef {import('../../sounds/sounds.js').Moment} Moment */
/** @typedef {Pick<import('../../state/state.js').State, 'call' | 'waiting' | 'sounds'>} Sounding what decides of the page */
/** @typedef {{ joined: number, left: number }} Last when each was heard last, Unix milliseconds */

/** In milliseconds: people who join or leave this soon after one another share one sound. */
export const together = 1000;
/** In larger calls, joining and leaving make no sound. */
export const mostPeople = 8;
/** In milliseconds: anyone who appears sooner was in the call before this person. */
const entering = 2000;
/** @type {readonly (CallState['reason'])[]} nothing is over: the call is elsewhere, or waits */
const goesOn = ['answeredElsewhere', 'declinedElsewhere', 'onHold'];
/** @type {readonly (CallState['reason'])[]} ends that no one here wanted */
const unwanted = ['failed', 'connectionLost', 'remoteLost', 'removed'];

/** @returns {Last} */
export const neverHeard = () => ({ joined: -Infinity, left: -Infinity });

/**
 * The ring that sounds while the page is in this state.
 * @param {Sounding} state
 * @returns {import('../../sounds/sounds.js').Ring | null}
 */
export function ringOf({ call, waiting, sounds }) {
    if (call?.phase === 'incoming') return sounds.rings ? 'incoming' : null;
    // The person called may turn out to be busy: then the end is known, and shown in a moment.
    if (call?.phase === 'outgoing') return sounds.inCalls && !call.endWaits ? 'outgoing' : null;
    return waiting && sounds.rings ? 'waiting' : null;
}

/**
 * The sound that plays once when the page's state changes.
 * @param {Sounding} before
 * @param {Sounding} after
 * @param {Last} last
 * @param {number} now Unix milliseconds
 * @returns {Moment | null}
 */
export function momentOf(before, after, last, now) {
    const moment = after.sounds.inCalls && before.call && after.call ? changeOf(before.call, after.call, now) : null;
    return (moment === 'joined' || moment === 'left') && now - last[moment] < together ? null : moment;
}

/**
 * @param {CallState} before
 * @param {CallState} after
 * @param {number} now Unix milliseconds
 * @returns {Moment | null}
 */
function changeOf(before, after, now) {
    // Another call has replaced the previous one. An outgoing call has no number before the server gives it one.
    if (before.id !== after.id && before.id !== null) return null;
    if (after.phase === 'ended') return before.phase === 'ended' ? null : endOf(before, after);
    if (after.phase !== 'inCall' || Math.max(participantsOf(before).length, participantsOf(after).length) + 1 > mostPeople) return null;
    if (someoneOnlyIn(after, before)) return mayBeNew(after, now) ? 'joined' : null;
    // For the last person, the end of the call has its own sound.
    return someoneOnlyIn(before, after) && participantsOf(after).length > 0 ? 'left' : null;
}

/**
 * @param {CallState} before
 * @param {CallState} after
 * @returns {Moment | null}
 */
function endOf(before, { reason }) {
    // A call that rang unanswered has stopped ringing, which is enough.
    if (before.phase === 'incoming' || goesOn.includes(reason)) return null;
    return unwanted.includes(reason) ? 'failed' : 'ended';
}

/**
 * Whether a person seen for the first time has joined just now. No one was there before the maker of the call; anyone else joins people who
 * are already there, which makes no sound.
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 */
const mayBeNew = ({ isOutgoing, isReturn, startedAt }, now) => (isOutgoing && !isReturn) || (startedAt !== null && now - startedAt >= entering);

/**
 * @param {CallState} one
 * @param {CallState} other
 */
const someoneOnlyIn = (one, other) => participantsOf(one).some(({ userId }) => !participantsOf(other).some((there) => there.userId === userId));
