import { isInCall } from '../../../calls/members/member.js';
import { text } from '../../../texts/text.js';
import { isHeld } from '../protection/trust-labels.js';

/** @typedef {import('../call-state.js').Participant} Participant */
/** @typedef {import('../../../texts/text.js').Words} Words */
/** @typedef {Exclude<import('../../../calls/members/member.js').PersonStatus, 'joined'>} Told a status that there is a word for */

const statuses = /** @type {const} */ ({
    ringing: 'people.status.ringing', declined: 'people.status.declined', noAnswer: 'people.status.noAnswer', busy: 'people.status.busy',
    reconnecting: 'people.status.reconnecting', onHold: 'people.status.onHold', left: 'people.status.left', removed: 'people.status.removed',
});

/**
 * The state of a person, in a word or two; null if they are in the call as usual.
 * @param {Participant['status']} status
 * @returns {Words | null}
 */
const statusLabel = (status) => (status === 'joined' ? null : text(statuses[status]));

/**
 * @param {NonNullable<Participant['reply']>} reply
 */
const replyLabel = ({ minutes }) => (minutes === 0 ? text('people.status.cannotTalk') : text('people.status.callsBack', { minutes }));

/**
 * @param {Pick<Participant, 'status' | 'reply'>} person
 */
export const standingLabel = ({ status, reply }) => (reply ? replyLabel(reply) : statusLabel(status));

/** @param {Pick<Participant, 'name'>} person */
export const nameOf = ({ name }) => name || text('common.somebody');

/**
 * The facts shown beside a person's name. In Swift: ParticipantFormatter.swift.
 * @param {Pick<Participant, 'status' | 'reply' | 'isHost' | 'isMuted' | 'isHeard' | 'volume' | 'isSpeaking' | 'isRecording' | 'trust' | 'keepsOut'>} person
 * @param {{ isSharing: boolean, hand: Words[] }} shown
 * @returns {Words[]}
 */
export function factsOf({ status, reply, isHost, isMuted, isHeard, volume, isSpeaking, isRecording, trust, keepsOut }, { isSharing, hand }) {
    const label = standingLabel({ status, reply });
    const standing = label === null ? [] : [label];
    if (!isInCall(status)) return standing;
    return [
        ...standing,
        ...hand,
        ...(isHost ? [text('people.fact.host')] : []),
        ...(isSpeaking ? [text('people.fact.speaks')] : []),
        ...(isSharing ? [text('people.fact.shares')] : []),
        ...(isMuted ? [text('people.fact.muted')] : []),
        ...(isRecording ? [text('people.fact.records')] : []),
        ...(keepsOut ? [text('people.fact.keepsOut')] : []),
        ...(isHeard ? [] : [text('people.fact.unheard')]),
        ...(volume === 100 || !isHeard ? [] : [text('people.fact.volume', { percent: percentage(volume) })]),
        ...(trust === 'verified' ? [text('people.fact.verified')] : isHeld(trust) ? [text('people.fact.held')] : []),
    ];
}

/**
 * @param {number} volume in percent
 * @returns {string}
 */
export const percentage = (volume) => `${volume} %`;
