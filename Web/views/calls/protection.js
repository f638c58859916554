import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
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
    return h('div', { class: 'protection' },
        h('button', {
            type: 'button', class: isProtected ? 'chip chip-good' : 'chip', onclick: actions.toggleProtection,
            'aria-expanded': String(call.showsProtection), 'aria-controls': 'protection-text',
        },
        icon(isProtected ? 'lock' : 'key'), h('span', null, isProtected ? 'Protected' : 'Waiting for key')),
        h('div', { class: 'protection-text', id: 'protection-text', hidden: !call.showsProtection, role: 'note' }, isProtected
            ? [
                h('p', { key: 'what' }, h('strong', null, 'End-to-end encrypted: the server cannot listen.')),
                ...call.participants.map(({ userId, name, trust }) => trust && h('p', { key: userId }, trustLabel(name, trust))),
                h('p', { key: 'limit' }, 'With somebody new, a server that attacks could still be in between.'),
            ]
            : [h('p', { key: 'wait' }, h('strong', null, 'Nothing is sent or shown yet.'), ' Sound and picture start once the devices share a key.')]));
}

/**
 * The same, for who does not see it.
 * @param {CallState} call
 */
export const protectionSpoken = (call) => (call.encryption === 'protected'
    ? 'End-to-end encrypted: the server cannot listen.'
    : 'Waiting for the key. Nothing is sent or shown yet.');
