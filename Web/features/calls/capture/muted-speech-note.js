import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { text } from '../../../texts/text.js';

/**
 * Whether the person is heard at the moment, if they may believe otherwise: they speak while muted, or hold the push-to-talk key. Screen
 * readers announce it when it appears.
 * @param {import('../call-state.js').CallState} call
 */
export const unheardNote = (call) => h('p', { key: 'unheard', class: 'call-unheard', role: 'status' },
    call.isTalking && [icon('mic'), h('span', { key: 'talking' }, text('call.talking'))],
    call.isUnheard && !call.isTalking && [icon('micOff'), h('span', { key: 'unheard' }, text('call.unheard'), h('span', { class: 'call-unheard-how' }, ' ', text('call.unheardHow')))]);
