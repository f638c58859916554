import { isOfSeveral, isThere, othersOf, participantsOf, rings } from './people/people-state.js';
import { isProven } from './protection/proven.js';
import { text } from '../../texts/text.js';
import { namesOf } from '../../texts/names.js';

/** @typedef {import('./call-state.js').CallState} CallState */
/** @typedef {import('../../texts/text.js').Words} Words */
/** @typedef {Pick<import('./call-state.js').Participant, 'userId' | 'name' | 'isSelf' | 'status'>} Rung a person of a call that rings */

/**
 * @param {CallState} call
 * @returns {Words}
 */
export function callName(call) {
    const { peer } = call;
    const participants = participantsOf(call);
    if (participants.length > 0) return namesOf(participants);
    const others = othersOf(call);
    const present = others.filter((one) => isThere(one) || rings(one));
    return others.length > 1 ? namesOf(present.length > 0 ? present : others) : peer.name;
}

/**
 * The caller, and the others who are called: `name` is displayed, `sentence` is spoken. A new call has the person who started it as its
 * caller, a call in progress those who are in it.
 * @param {Pick<CallState, 'peer' | 'isVideo' | 'isNewDevice'> & { members: Rung[] }} call
 * @returns {{ name: Words, sentence: Words, others: Words | null, isSeveral: boolean }} `isSeveral`: more than one calls
 */
export function callerLabels({ peer, members, isVideo, isNewDevice }) {
    const others = members.filter(({ isSelf, userId }) => !isSelf && userId !== peer.userId);
    const callers = [peer, ...others.filter(isThere)];
    const called = others.filter(rings);
    const isSeveral = callers.length > 1;
    const caller = isNewDevice ? text('incoming.newDevice', { name: peer.name }) : peer.name;
    const name = isSeveral ? manyNames([{ name: caller }, ...callers.slice(1)]) : caller;
    const sentence = isSeveral ? text(isVideo ? 'incoming.areCallingVideo' : 'incoming.areCalling', { names: name }) : text(isVideo ? 'incoming.isCallingVideo' : 'incoming.isCalling', { name });
    return { name, sentence, isSeveral, others: called.length > 0 ? text('incoming.with', { names: called.length > 1 ? manyNames(called) : called[0].name || text('common.somebody') }) : null };
}

/**
 * Two names, and the number of others.
 * @param {{ name: Words }[]} people
 * @returns {Words}
 */
function manyNames(people) {
    const names = people.map(({ name }) => name || text('common.somebody'));
    if (names.length < 3) return { format: 'list', items: names };
    return text('call.names.others', { names: { format: 'list', items: names.slice(0, 2), isPlain: true }, count: names.length - 2 });
}

/**
 * The state of a call, in a word or two; null while it simply runs.
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
    if (call.connection === 'connecting' || (participantsOf(call).length > 0 && !participantsOf(call).some(isProven))) return text('call.phase.connecting');
    return null;
}

/**
 * @param {Words} name
 * @param {import('../../keys/channels/call-reply.js').CallReply} reply
 */
export const replyLabel = (name, { minutes }) => (minutes === 0 ? text('call.reply.plain', { name }) : text('call.reply.callsBack', { name, minutes }));

/**
 * A person's own words, in quotation marks.
 * @param {string} words
 */
export const quoted = (words) => `“${words}”`;

/**
 * Why someone who was rung isn't in the call, as shown to those who are.
 * @param {Words} name
 * @param {import('../../calls/members/member.js').PersonStatus} status
 * @param {import('../../keys/channels/call-reply.js').CallReply} [reply] what they say of it
 */
export function refusalLabel(name, status, reply) {
    if (status === 'declined' && reply) return reply.words ? text('common.twoSentences', { first: replyLabel(name, reply), second: quoted(reply.words) }) : replyLabel(name, reply);
    if (status === 'noAnswer') return text('call.rejected.notAnswered', { name });
    if (status === 'busy') return text('call.rejected.busy', { name });
    if (status === 'removed') return text('call.rejected.cancelled', { name });
    return text('call.rejected.declined', { name });
}

/** In milliseconds: how long a normal end is shown. */
export const endedTime = 2500;

/**
 * Whether a call ended normally, so that the person need not do anything.
 * @param {CallState} call
 */
export const endedWell = ({ reason, isOutgoing }) => reason === 'hungUp' || reason === 'remoteHungUp' || (reason === 'cancelled' && isOutgoing);

/**
 * The label of the button that calls the other again, or rejoins while others are in the call; null if it continues on another device, or
 * without this person.
 * @param {CallState} call
 * @returns {Words | null}
 */
export function againLabel({ reason, isOutgoing, isReturn, startedAt, goesOn }) {
    if (goesOn) return text('history.joinAgain');
    if (reason === 'answeredElsewhere' || reason === 'removed') return null;
    return text(!isOutgoing && !isReturn && (startedAt === null || reason === 'cancelled') ? 'call.callBack' : 'call.again');
}

/**
 * @param {Pick<CallState, 'reason' | 'problem' | 'peer' | 'isOutgoing' | 'isReturn' | 'startedAt'> & { members?: CallState['members'], reply?: CallState['reply'], goesOn?: boolean }} call
 * @returns {{ title: Words, sentence: Words | null, canRetry: boolean }}
 */
export function endLabels({ reason, problem, peer, members = [], reply = null, isOutgoing, isReturn, startedAt, goesOn = false }) {
    const { name } = peer;
    // In a group call, why each person didn't answer is announced as it happens.
    const cameNobody = isOutgoing && startedAt === null && (reason === 'declined' || reason === 'busy' || reason === 'notAnswered');
    if (cameNobody && isOfSeveral({ members }) && reason === 'busy') return { title: text('call.end.busy'), sentence: text('call.failure.busy'), canRetry: true };
    if (cameNobody && isOfSeveral({ members })) return { title: text('call.end.notAnswered'), sentence: text('call.end.nobodyCame'), canRetry: true };
    switch (reason) {
    case 'declined':
        if (isOutgoing && reply) return { title: text('call.end.declined'), sentence: replyLabel(name, reply), canRetry: true };
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
        return { title: text(goesOn ? 'call.end.left' : 'call.ended'), sentence: null, canRetry: false };
    }
}

/** @param {string} name */
const missed = (name) => ({ title: text('call.end.missed'), sentence: text('call.end.missedText', { name }), canRetry: true });
