import { text } from '../texts/text.js';
import { isQuiet } from './settings.js';

/** @typedef {import('./message.js').Push} Push */
/** @typedef {import('../texts/text.js').Words} Words */
/**
 * A call that was notified here. `end`: how it stopped ringing; `here`: answered or declined on this device. `at`: when that was, Unix
 * milliseconds of the server; `endsAt`: when its ringing ends, by the server, 0 if no ring has come.
 * @typedef {{ callId: number, caller: string, seq: number | null, name: string | null, endsAt: number, end: 'missed' | 'elsewhere' | 'here' | null, at: number }} ToldCall
 */
/**
 * A notification. `isSilent`: without a sound; `lasts`: until someone reacts to it; `rings`: with actions for a call.
 * @typedef {object} Shown
 * @property {string} tag one at a time is shown under it
 * @property {Words} title
 * @property {Words | null} body
 * @property {boolean} isSilent
 * @property {boolean} rings
 * @property {{ kind: 'ring' | 'calls' | 'requests' | 'contacts' | 'other', callId?: number, endsAt?: number }} data what a click leads to
 */
/**
 * @typedef {{ show: Shown | null, close: string | null, calls: ToldCall[] }} Decision `close`: the tag of a notification to close; `calls`
 *     as they are to be kept
 */

/** How long a call rings at most, in milliseconds (wire-protocol 0.3). */
const ringTime = 60_000;
const mostCalls = 32;

/** @param {number} callId */
export const callTag = (callId) => `call-${callId}`;

/** Says only that there is news: for a kind that is switched off, or unknown. Browsers require that each push shows something. */
export const unnamed = (/** @type {string} */ tag) => quiet(tag, text('common.brand'), text('notification.news'), { kind: 'other' });

/**
 * @param {{ callId: number, endsAt: number, name: Words | null, isVideo: boolean, isSilent: boolean }} call `name`: null if the caller
 *     isn't verified
 * @returns {Shown}
 */
export const ringing = ({ callId, endsAt, name, isVideo, isSilent }) => ({
    tag: callTag(callId), title: name ?? text('notification.unverified'), isSilent, rings: true, data: { kind: 'ring', callId, endsAt },
    body: name === null ? text('incoming.unverified') : text(isVideo ? 'incoming.notification.video' : 'incoming.notification.audio'),
});

/**
 * @param {{ callId: number, name: Words | null }} call `name`: null if the caller isn't verified
 * @returns {Shown}
 */
export const missed = ({ callId, name }) => quiet(callTag(callId), name ?? text('notification.missed'), name === null ? null : text('notification.missed'), { kind: 'calls' });

/**
 * The reminder of a call that the person promised.
 * @param {{ userId: number, name: string }} promise
 */
export const promised = ({ userId, name }) => quiet(`promise-${userId}`, text('promise.due', { name: name || text('common.somebody') }), null, { kind: 'calls' });

/**
 * Decides how a push changes the shown notifications.
 * @param {Push | null} push null: not understood
 * @param {object} known
 * @param {import('./settings.js').NotificationSettings} known.settings
 * @param {number} known.now Unix milliseconds
 * @param {number} known.minute of the day on this device
 * @param {boolean} known.isSeen a connected window is visible: it shows the news itself
 * @param {readonly ToldCall[]} known.calls
 * @param {readonly { callId: number, at: number }[]} known.settled calls that stopped ringing in a window of this device, and when, in Unix milliseconds
 * @param {{ seq: number, isVideo: boolean } | null} known.proven what the ring's invite proves
 * @param {string | null} known.name of the caller, if they are a contact
 * @returns {Decision}
 */
export function decide(push, known) {
    if (push === null) return { show: known.isSeen ? null : unnamed('other'), close: null, calls: [...known.calls] };
    if (push.kind === 'friend_request' || push.kind === 'friend_accepted') {
        const shown = push.kind === 'friend_request' ? quiet('request', text('notification.request'), null, { kind: 'requests' }) : quiet('accepted', text('notification.accepted'), null, { kind: 'contacts' });
        return { show: known.isSeen ? null : known.settings.requests ? shown : unnamed(shown.tag), close: null, calls: [...known.calls] };
    }
    const before = known.calls.find(({ callId }) => callId === push.callId) ?? null;
    const call = told(push, before, known);
    const calls = [call, ...known.calls.filter((one) => one !== before)].slice(0, mostCalls);
    const shown = known.settings[call.end === null || call.end === 'here' ? 'calls' : 'missed'] ? shownOf(call, known) : unnamed(callTag(call.callId));
    if (known.isSeen) return { show: null, close: call.end === null ? null : shown.tag, calls };
    return { show: shown, close: null, calls };
}

/**
 * The known state of a call, updated by a push.
 * @param {Exclude<Push, { kind: 'friend_request' } | { kind: 'friend_accepted' }>} push
 * @param {ToldCall | null} before
 * @param {Parameters<typeof decide>[1]} known
 * @returns {ToldCall}
 */
function told(push, before, { now, settled, proven, name }) {
    if (push.kind !== 'ring') {
        const one = before ?? { callId: push.callId, caller: '', seq: null, name: null, endsAt: 0 };
        const end = push.kind === 'missed' ? 'missed' : 'elsewhere';
        return { ...one, name: one.name ?? name, caller: push.kind === 'missed' ? push.caller : one.caller, end, at: now };
    }
    const { callId, caller, endsAt } = push;
    const call = { callId, caller, endsAt, seq: proven?.seq ?? null, name: proven && name };
    // A call that has ended doesn't ring again if its ring arrives late or twice, but it does if the person is called into it again.
    if (before?.end != null && (before.endsAt > 0 ? endsAt <= before.endsAt : endsAt - ringTime <= before.at)) return { ...before, name: before.name ?? call.name };
    if (settled.some((one) => one.callId === callId && endsAt - ringTime <= one.at)) return { ...call, end: 'here', at: now };
    if (endsAt <= now) return { ...call, end: 'missed', at: now };
    return { ...call, end: null, at: now };
}

/**
 * @param {ToldCall} call
 * @param {Parameters<typeof decide>[1]} known
 * @returns {Shown}
 */
function shownOf({ callId, endsAt, name, end }, { settings, minute, proven }) {
    if (end === null) return ringing({ callId, endsAt, name, isVideo: proven?.isVideo ?? false, isSilent: isQuiet(settings, minute) });
    if (end === 'missed') return missed({ callId, name });
    return quiet(callTag(callId), name ?? text('notification.call'), text(end === 'elsewhere' ? 'notification.elsewhere' : 'notification.here'), { kind: 'calls' });
}

/**
 * @param {string} tag
 * @param {Words} title
 * @param {Words | null} body
 * @param {Shown['data']} data
 * @returns {Shown}
 */
const quiet = (tag, title, body, data) => ({ tag, title, body, isSilent: true, rings: false, data });
