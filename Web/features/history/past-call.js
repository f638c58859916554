/** @typedef {import('../../protocol/http/answers.js').CallRecord} CallRecord */

/**
 * The outcome of a call, from the reader's view: `running` while it is in progress, `unconnected` if it was answered and no media were ever there.
 * @typedef {'running' | 'ringing' | 'missed' | 'answered' | 'unconnected' | 'declined' | 'busy' | 'unanswered' | 'cancelled'} CallResult
 */
/** @typedef {{ userId: number, name: string, tookPart: boolean }} PastParticipant */
/**
 * @typedef {object} PastCall
 * @property {number} id
 * @property {boolean} isOutgoing
 * @property {boolean} isVideo
 * @property {boolean} isGroup
 * @property {CallResult} result
 * @property {number} startedAt Unix milliseconds
 * @property {number} duration milliseconds of talking; 0 for people who weren't there
 * @property {PastParticipant[]} people the others
 */

/** Why no one answered, if the reason is the same for everyone who was called. */
const unanswered = new Map(/** @type {[string, CallResult][]} */ ([['declined', 'declined'], ['busy', 'busy'], ['cancelled', 'cancelled']]));

/**
 * The server's record of a call (wire-protocol 4.10), as it is shown. The twin of PastCall.swift (`Tests/Vectors/call-history.json`).
 * @param {CallRecord} record
 * @returns {PastCall}
 */
export function pastCall(record) {
    const result = resultOf(record);
    return {
        id: record.id, isOutgoing: record.callType === 'outgoing', isVideo: record.callMediaType === 'video',
        isGroup: record.callCategory === 'group', result, startedAt: Date.parse(record.startedAt),
        duration: result === 'answered' || result === 'running' ? record.duration * 1000 : 0,
        people: record.participants.map(({ userId, displayName, status }) => ({ userId, name: displayName, tookPart: status === 'connected' })),
    };
}

/**
 * @param {CallRecord} record
 * @returns {CallResult}
 */
function resultOf({ status, callType, answeredAt, connectedAt, endedAt, duration, participants, endReason }) {
    if (status === 'missed') return endReason === 'declined' ? 'declined' : 'missed';
    if (status === 'calling') return 'ringing';
    if (status === 'active' || !endedAt) return 'running';
    // Servers that do not record the connection count from the answer.
    if (answeredAt && !connectedAt && duration === 0) return 'unconnected';
    if (answeredAt || callType === 'incoming') return 'answered';
    const [reason, ...others] = new Set(participants.map(({ endReason }) => endReason ?? ''));
    return (others.length === 0 && unanswered.get(reason)) || 'unanswered';
}
