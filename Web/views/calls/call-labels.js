import { text } from '../../texts/text.js';

/** @typedef {import('../../state/state.js').CallState} CallState */
/** @typedef {import('../../texts/text.js').Words} Words */

/**
 * Who is in the call, briefly.
 * @param {CallState} call
 * @returns {Words}
 */
export function callName({ participants, peer }) {
    if (participants.length <= 1) return participants[0]?.name || peer.name;
    const names = participants.map(({ name }) => name);
    if (names.length === 2) return { format: 'list', items: names };
    return text('call.names.more', { names: { format: 'list', items: names.slice(0, 2), isPlain: true }, count: names.length - 2 });
}

/**
 * What a call does now, in a word or two; null while it simply runs.
 * @param {CallState} call
 * @returns {Words | null}
 */
export function phaseLabel(call) {
    switch (call.phase) {
    case 'incoming': return text(call.isVideo ? 'call.phase.incomingVideo' : 'call.phase.incoming');
    case 'outgoing': return text(call.isRinging ? 'call.phase.ringing' : 'call.phase.calling');
    case 'joining': return text(call.isReturn ? 'call.phase.returning' : 'call.phase.answering');
    case 'ending': return text('call.phase.ending');
    case 'ended': return endLabels(call).title;
    case 'inCall': break;
    }
    if (call.connection === 'reconnecting') return text('call.phase.reconnecting');
    if (call.connection === 'connecting') return text('call.phase.connecting');
    return null;
}

/**
 * Why somebody who was rung is not in the call, for those who are.
 * @param {Words} name
 * @param {import('../../calls/members/call-people.js').PersonStatus} status
 */
export function refusalLabel(name, status) {
    if (status === 'noAnswer') return text('call.rejected.notAnswered', { name });
    if (status === 'busy') return text('call.rejected.busy', { name });
    if (status === 'removed') return text('call.rejected.cancelled', { name });
    return text('call.rejected.declined', { name });
}

/** In milliseconds: how long an ending that went well is shown. */
export const endedTime = 2500;

/**
 * Whether a call ended as people end calls: there is nothing to be done about it.
 * @param {CallState} call
 */
export const endedWell = ({ reason, isOutgoing }) => reason === 'hungUp' || reason === 'remoteHungUp' || (reason === 'cancelled' && isOutgoing);

/**
 * What to call the other once more is called; null where the call goes on elsewhere, or without this person.
 * @param {CallState} call
 * @returns {Words | null}
 */
export function againLabel({ reason, isOutgoing, isReturn, startedAt }) {
    if (reason === 'answeredElsewhere' || reason === 'removed') return null;
    return text(!isOutgoing && !isReturn && startedAt === null ? 'call.callBack' : 'call.again');
}

/**
 * Why a call is over.
 * @param {CallState} call
 * @returns {{ title: Words, sentence: Words | null, canRetry: boolean }}
 */
export function endLabels({ reason, problem, peer, isOutgoing, isReturn, startedAt }) {
    const { name } = peer;
    switch (reason) {
    case 'declined':
        return { title: text('call.end.declined'), sentence: isOutgoing ? text('call.end.declinedBy', { name }) : null, canRetry: isOutgoing };
    case 'declinedElsewhere':
        return { title: text('call.end.declinedElsewhere'), sentence: null, canRetry: false };
    case 'busy':
        return { title: text('call.end.busy'), sentence: text('call.end.busyText', { name }), canRetry: true };
    case 'notAnswered':
        return isOutgoing ? { title: text('call.end.notAnswered'), sentence: text('call.rejected.notAnswered', { name }), canRetry: true } : missed(name);
    case 'cancelled':
        return isOutgoing ? { title: text('call.end.cancelled'), sentence: null, canRetry: true } : missed(name);
    case 'answeredElsewhere':
        return { title: text('call.end.answeredElsewhere'), sentence: text('call.end.answeredElsewhereText'), canRetry: false };
    case 'remoteLost':
        return { title: text('call.end.lost'), sentence: text('call.end.remoteLost', { name }), canRetry: true };
    case 'connectionLost':
        return { title: text('call.end.lost'), sentence: problem ?? text('call.end.connectionLost'), canRetry: true };
    case 'removed':
        return { title: text('call.end.removed'), sentence: problem ?? text('errors.removedFromCall'), canRetry: false };
    case 'failed': {
        const title = text(startedAt !== null ? 'call.end.brokeOff' : isReturn ? 'call.end.notReturned' : isOutgoing ? 'call.end.notMade' : 'call.end.notAnsweredHere');
        return { title, sentence: problem ?? text('common.failed'), canRetry: true };
    }
    default:
        return { title: text('call.ended'), sentence: null, canRetry: false };
    }
}

/** @param {string} name */
const missed = (name) => ({ title: text('call.end.missed'), sentence: text('call.end.missedText', { name }), canRetry: true });
