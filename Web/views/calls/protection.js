import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { trustLabel } from './trust-labels.js';

/** @typedef {import('../../state/state.js').CallState} CallState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * What may truthfully be said about the protection of the call right now, and on demand what it means (threat model).
 * @param {CallState} call
 * @param {Actions} actions
 */
export function protectionChip(call, actions) {
    const isProtected = call.encryption === 'protected';
    // Nobody to share a key with yet: its place stays free.
    const isAway = call.phase === 'outgoing';
    return h('div', { class: 'protection' },
        h('button', {
            type: 'button', class: isProtected ? 'chip chip-good' : isAway ? 'chip chip-away' : 'chip', onclick: actions.toggleProtection,
            disabled: isAway, 'aria-expanded': String(call.showsProtection), 'aria-controls': 'protection-text',
        },
        icon(isProtected ? 'lock' : 'key'), h('span', null, text(isProtected ? 'protection.chip.protected' : 'protection.chip.waiting'))),
        h('div', { class: 'protection-text', id: 'protection-text', hidden: !call.showsProtection, role: 'note' }, isProtected
            ? [
                h('p', { key: 'what' }, text('protection.what')),
                ...call.participants.map(({ userId, name, trust }) => trust && h('p', { key: userId }, trustLabel(name, trust))),
                h('p', { key: 'limit' }, text('protection.limit')),
            ]
            : [h('p', { key: 'wait' }, text('protection.wait'))]));
}

/**
 * The same, for who does not see it.
 * @param {CallState} call
 */
export const protectionSpoken = (call) => text(call.encryption === 'protected' ? 'protection.spoken.protected' : 'protection.spoken.waiting');
