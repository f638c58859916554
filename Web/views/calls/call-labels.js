/** @typedef {import('../../state/state.js').CallState} CallState */

/**
 * Who is in the call, briefly.
 * @param {CallState} call
 */
export function callName({ participants, peer }) {
    if (participants.length <= 1) return participants[0]?.name || peer.name;
    const names = participants.map(({ name }) => name);
    return names.length === 2 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

/**
 * What a call does now, in a word or two; '' while it simply runs.
 * @param {CallState} call
 */
export function phaseLabel(call) {
    switch (call.phase) {
    case 'incoming': return call.isVideo ? 'Incoming video call' : 'Incoming call';
    case 'outgoing': return call.isRinging ? 'Ringing…' : 'Calling…';
    case 'joining': return 'Answering…';
    case 'ending': return 'Ending…';
    case 'ended': return endLabels(call).title;
    case 'inCall': break;
    }
    if (call.connection === 'reconnecting') return 'Reconnecting…';
    if (call.connection === 'connecting') return 'Connecting…';
    return '';
}

/**
 * Why somebody who was rung is not in the call, for those who are.
 * @param {string} name
 * @param {unknown} reason as the server says it
 */
export function rejectionLabel(name, reason) {
    if (reason === 'declined') return `${name} declined.`;
    if (reason === 'busy') return `${name} is in another call.`;
    return `${name} did not answer.`;
}

/**
 * Why a call is over.
 * @param {CallState} call
 * @returns {{ title: string, text: string, canRetry: boolean }}
 */
export function endLabels({ reason, problem, peer, isOutgoing, startedAt }) {
    const { name } = peer;
    const wasTalking = startedAt !== null;
    switch (reason) {
    case 'declined':
        return { title: 'Declined', text: isOutgoing ? `${name} declined the call.` : '', canRetry: isOutgoing };
    case 'declinedElsewhere':
        return { title: 'Declined on another device', text: '', canRetry: false };
    case 'busy':
        return { title: 'Busy', text: `${name} is in another call. Try again later.`, canRetry: true };
    case 'notAnswered':
        return isOutgoing
            ? { title: 'No answer', text: `${name} did not answer.`, canRetry: true }
            : { title: 'Missed call', text: `${name} called you.`, canRetry: true };
    case 'cancelled':
        return isOutgoing
            ? { title: 'Call cancelled', text: '', canRetry: true }
            : { title: 'Missed call', text: `${name} called you.`, canRetry: true };
    case 'answeredElsewhere':
        return { title: 'Answered on another device', text: 'The call goes on there.', canRetry: false };
    case 'remoteLost':
        return { title: 'Connection lost', text: `The connection of ${name} was lost and did not come back. Call again.`, canRetry: true };
    case 'connectionLost':
        return { title: 'Connection lost', text: problem ?? 'The connection did not come back. Check your network, then call again.', canRetry: true };
    case 'failed':
        return { title: wasTalking ? 'The call broke off' : `The call could not be ${isOutgoing ? 'made' : 'answered'}`, text: problem ?? 'Something went wrong. Try again.', canRetry: true };
    default:
        return { title: 'Call ended', text: '', canRetry: false };
    }
}
