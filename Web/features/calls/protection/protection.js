import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { participantsOf } from '../people/people-state.js';
import { text } from '../../../texts/text.js';
import { protectionPanel } from './protection-panel.js';
import { isHeld } from './trust-labels.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../../../state/actions.js').Actions} Actions */

/**
 * A truthful statement of the call's protection right now, and on demand what it means (threat model).
 * @param {CallState} call
 * @param {Actions} actions
 * @param {import('../../../components/device-words.js').Past} past
 */
export function protectionChip(call, actions, past) {
    const isProtected = call.encryption === 'protected' && !isKeptOut(call);
    const name = text(chipText(call));
    // There is no one to share a key with yet, so its place stays empty.
    const isAway = call.phase === 'outgoing';
    return h('div', { class: 'protection' },
        h('button', {
            type: 'button', class: isProtected ? 'chip chip-good' : isAway ? 'chip chip-away' : 'chip', id: 'protection-chip', onclick: actions.toggleProtection,
            disabled: isAway, 'aria-expanded': String(call.showsProtection), 'aria-controls': 'protection-panel',
        },
        icon(isProtected ? 'lock' : waitsForPerson(call) || isKeptOut(call) ? 'alert' : 'key'), h('span', null, name)),
        protectionPanel(call, actions, name, past));
}

/** @param {CallState} call */
const waitsForPerson = (call) => call.encryption !== 'protected' && areAll(call, ({ trust }) => isHeld(trust));

/**
 * Whether no one has admitted this device: its encrypted media reach no one.
 * @param {CallState} call
 */
const isKeptOut = (call) => areAll(call, ({ keepsOut }) => keepsOut);

/**
 * @param {CallState} call
 * @param {(participant: import('../call-state.js').Participant) => boolean} is
 */
function areAll(call, is) {
    const participants = participantsOf(call);
    return participants.length > 0 && participants.every(is);
}

/** @param {CallState} call */
function chipText(call) {
    if (isKeptOut(call)) return 'protection.chip.keptOut';
    if (call.encryption === 'protected') return 'protection.chip.protected';
    return waitsForPerson(call) ? 'protection.chip.held' : 'protection.chip.waiting';
}

/**
 * Closes the panel by keyboard; the focus goes to the button that opened it.
 * @param {CallState} call
 * @param {Actions} actions
 */
export function leaveProtection(call, actions) {
    if (!call.showsProtection) return;
    document.getElementById('protection-chip')?.focus();
    actions.toggleProtection();
}

/**
 * @param {CallState} call
 */
export const protectionSpoken = (call) => text(isKeptOut(call) ? 'protection.spoken.keptOut' : call.encryption === 'protected' ? 'protection.spoken.protected' : waitsForPerson(call) ? 'protection.spoken.held' : 'protection.spoken.waiting');
