import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { text } from '../../../texts/text.js';

/**
 * What the person sends in vain: a microphone or camera that is on and gives nothing. Said by what reads the screen too, as it comes.
 * @param {import('../call-state.js').CallState} call
 */
export const silentNote = ({ silent }) => h('div', { key: 'silent', class: 'call-silent', role: 'status' },
    (silent ?? []).map((key) => h('p', { key }, icon(key.startsWith('notice.camera') ? 'videoOff' : 'micOff'), h('span', null, text(key)))));
