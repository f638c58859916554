import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { text } from '../../../texts/text.js';

/**
 * A notice that a microphone or camera is on and delivers nothing. Screen readers announce it when it appears.
 * @param {import('../call-state.js').CallState} call
 */
export const silentNote = ({ silent }) => h('div', { key: 'silent', class: 'call-silent', role: 'status' },
    (silent ?? []).map((key) => h('p', { key }, icon(key.startsWith('notice.camera') ? 'videoOff' : 'micOff'), h('span', null, text(key)))));
