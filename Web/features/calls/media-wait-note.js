import { mediaWait } from '../../calls/quality/media-wait.js';
import { button } from '../../components/button.js';
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
    const wait = waitOf(call, uptime);
    if (wait === 'ownNetwork') return text('call.media.ownNetwork');
    return wait === 'others' ? text('call.media.others') : null;
}

/**
 * @param {CallState} call
 * @param {number} uptime
 */
function waitOf(call, uptime) {
    if (call.phase !== 'inCall') return 'none';
    return mediaWait({
        milliseconds: call.joinedAt === null ? 0 : uptime - call.joinedAt, hasOthers: participantsOf(call).length > 0,
        hasMedia: call.connectedAt !== null, isSending: call.connection === 'connected',
        isProtected: call.encryption === 'protected',
    });
}

/**
 * Screen readers announce it once, when it appears. It leads to the check that finds out what the network blocks.
 * @param {CallState} call
 * @param {number} uptime milliseconds of the monotonic clock
 * @param {import('../../state/actions.js').Actions} actions
 */
export function mediaWaitNote(call, uptime, actions) {
    const sentence = mediaWaitSentence(call, uptime);
    return h('div', { key: 'media-wait', class: 'call-blocked', role: 'status' },
        sentence && h('p', { key: 'sentence' }, sentence),
        waitOf(call, uptime) === 'ownNetwork' && button({ key: 'check', label: text('networkCheck.start'), onclick: actions.checkNetwork }));
}
