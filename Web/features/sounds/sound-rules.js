import { participantsOf } from '../calls/people/people-state.js';

/** @typedef {import('../calls/call-state.js').CallState} CallState */
/** @typedef {import('../../sounds/sounds.js').Moment} Moment */
/** @typedef {Pick<import('../../state/state.js').State, 'call' | 'waiting' | 'sounds'>} Sounding what decides of the page */
/** @typedef {{ joined: number, left: number }} Last when each was heard last, Unix milliseconds */

/** In milliseconds: who come, or go, so soon after another are heard with them. */
export const together = 1000;
/** In a call of more people, who come and go are not heard. */
export const mostPeople = 8;
/** In milliseconds: who is there sooner was in the call before this person came. */
const entering = 2000;
/** @type {readonly (CallState['reason'])[]} nothing is over: the call is elsewhere, or waits */
const goesOn = ['answeredElsewhere', 'declinedElsewhere', 'onHold'];
/** @type {readonly (CallState['reason'])[]} nobody here wanted this end */
const unwanted = ['failed', 'connectionLost', 'remoteLost', 'removed'];

/** @returns {Last} */
export const neverHeard = () => ({ joined: -Infinity, left: -Infinity });

/**
 * What rings as long as the page is so.
 * @param {Sounding} state
 * @returns {import('../../sounds/sounds.js').Ring | null}
 */
export function ringOf({ call, waiting, sounds }) {
    if (call?.phase === 'incoming') return sounds.rings ? 'incoming' : null;
    // Who is called may be found busy: then the end is known, and is shown in a moment.
    if (call?.phase === 'outgoing') return sounds.inCalls && !call.endWaits ? 'outgoing' : null;
    return waiting && sounds.rings ? 'waiting' : null;
}

/**
 * What is heard once as the page becomes another.
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
    // Another call: the one before has given way to it. One that goes out has no number before the server gives it one.
    if (before.id !== after.id && before.id !== null) return null;
    if (after.phase === 'ended') return before.phase === 'ended' ? null : endOf(before, after);
    if (after.phase !== 'inCall' || Math.max(participantsOf(before).length, participantsOf(after).length) + 1 > mostPeople) return null;
    if (someoneOnlyIn(after, before)) return mayBeNew(after, now) ? 'joined' : null;
    // That the last one has gone is told by the end.
    return someoneOnlyIn(before, after) && participantsOf(after).length > 0 ? 'left' : null;
}

/**
 * @param {CallState} before
 * @param {CallState} after
 * @returns {Moment | null}
 */
function endOf(before, { reason }) {
    // What rang and was not answered has stopped ringing; that says it.
    if (before.phase === 'incoming' || goesOn.includes(reason)) return null;
    return unwanted.includes(reason) ? 'failed' : 'ended';
}

/**
 * Whether one who is seen for the first time comes now. Nobody was there before the person who made the call; anybody else joins
 * those who are there, and that is not heard.
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 */
const mayBeNew = ({ isOutgoing, isReturn, startedAt }, now) => (isOutgoing && !isReturn) || (startedAt !== null && now - startedAt >= entering);

/**
 * @param {CallState} one
 * @param {CallState} other
 */
const someoneOnlyIn = (one, other) => participantsOf(one).some(({ userId }) => !participantsOf(other).some((there) => there.userId === userId));
