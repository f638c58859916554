import { mediaWait } from '../../calls/quality/media-wait.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { participantsOf } from './people/people-state.js';

/** @typedef {import('./call-state.js').CallState} CallState */

/**
 * Why no media have arrived, and what to do, once they are late; null before.
 * @param {CallState} call
 * @param {number} uptime milliseconds of the monotonic clock
 */
export function mediaWaitSentence(call, uptime) {
    if (call.phase !== 'inCall') return null;
    const wait = mediaWait({
        milliseconds: call.joinedAt === null ? 0 : uptime - call.joinedAt, hasOthers: participantsOf(call).length > 0,
        hasMedia: call.connectedAt !== null, isSending: call.connection === 'connected',
        isProtected: call.encryption === 'protected',
    });
    if (wait === 'ownNetwork') return text('call.media.ownNetwork');
    return wait === 'others' ? text('call.media.others') : null;
}

/**
 * Screen readers announce it once, when it appears.
 * @param {CallState} call
 * @param {number} uptime milliseconds of the monotonic clock
 */
export const mediaWaitNote = (call, uptime) => h('p', { key: 'media-wait', class: 'call-quality', role: 'status' }, mediaWaitSentence(call, uptime));
