import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { isHeld, trustLabel } from './trust-labels.js';

/** @typedef {import('../../state/state.js').CallState} CallState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Somebody in the call whose device nobody has confirmed: one question.
 * @param {CallState} call
 * @param {Actions} actions
 */
export function heldQuestion({ participants }, actions) {
    const held = participants.filter(({ trust }) => isHeld(trust));
    if (held.length === 0) return null;
    return h('section', { class: 'held', key: 'held', role: 'alert' },
        held.map(({ userId, name, trust }) => h('p', { key: userId }, trust && trustLabel(name, trust))),
        h('p', { key: 'meaning' }, text(held.length === 1 ? 'call.held.one' : 'call.held.many')),
        button({ key: 'confirm', label: text('call.held.confirm'), onclick: actions.confirmHeld }));
}
