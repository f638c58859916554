import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';

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
                h('p', { key: 'what' }, h('strong', null, 'Protected from outsiders and from a server that only listens.')),
                h('p', { key: 'limit' }, 'Only the devices in this call have the key. A server that attacks could still hand out false keys.'),
            ]
            : [h('p', { key: 'wait' }, h('strong', null, 'Nothing is sent or shown yet.'), ' Sound and picture start once the devices share a key.')]));
}

/**
 * The same, for who does not see it.
 * @param {CallState} call
 */
export const protectionSpoken = (call) => (call.encryption === 'protected'
    ? 'Protected from outsiders and from a server that only listens.'
    : 'Waiting for the key. Nothing is sent or shown yet.');
