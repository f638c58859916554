import { button } from '../../components/button.js';
import { canCompare } from '../../contacts/comparison.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { heldAdvice, isHeld, trustLabel } from './trust-labels.js';

/** @typedef {import('../../state/state.js').CallState} CallState */
/** @typedef {import('../../state/state.js').Participant} Participant */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @param {Participant} participant */
export const addressOf = ({ userId, deviceId }) => `${userId}_${deviceId}`;

/**
 * Somebody in the call whose device is held: one question at a time, and about each device once. What is told of it in the panel
 * is not asked beside it.
 * @param {CallState} call
 * @param {Actions} actions
 */
export function heldQuestion(call, actions) {
    const held = call.showsProtection ? undefined : call.participants.find((one) => isHeld(one.trust) && !call.answered.includes(addressOf(one)));
    return h('div', { class: 'held-place', key: 'held', role: 'status' }, held && question(held, actions));
}

/**
 * @param {Participant} participant
 * @param {Actions} actions
 */
function question(participant, actions) {
    const { userId, name, trust } = participant;
    if (!isHeld(trust)) return null;
    const address = addressOf(participant);
    return h('section', { class: 'held', key: address, 'aria-label': text('held.title', { name }) },
        h('p', { class: 'held-who', key: 'who' }, icon('alert'), h('span', null, trustLabel(name, trust))),
        h('p', { key: 'advice' }, heldAdvice(trust)),
        h('p', { class: 'muted', key: 'meaning' }, text('held.meaning')),
        h('div', { class: 'held-actions', key: 'actions' }, heldActions(participant, actions, 'primary'),
            button({ key: `not-now-${userId}`, label: text('held.notNow'), tone: 'quiet', onclick: () => actions.notNow(address) })));
}

/**
 * What can be done about a device that is held, wherever that is said.
 * @param {Participant} participant
 * @param {Actions} actions
 * @param {'primary' | 'plain'} [tone] of what is best
 */
export function heldActions(participant, actions, tone) {
    const { trust, userId } = participant;
    return [
        trust !== null && canCompare(trust) && compareButton(participant, actions, tone),
        button({ key: `let-in-${userId}`, label: text('held.letIn'), onclick: () => actions.letIn(addressOf(participant)) }),
    ];
}

/**
 * Leads to the numbers; the call goes on.
 * @param {Participant} participant
 * @param {Actions} actions
 * @param {'primary' | 'plain'} [tone]
 */
export function compareButton(participant, actions, tone = 'plain') {
    const { userId, deviceId } = participant;
    return deviceId !== null && button({
        key: `compare-${userId}`, label: text('held.compare'), tone,
        onclick: () => {
            actions.notNow(addressOf(participant));
            actions.go({ name: 'contact', id: userId, device: deviceId });
        },
    });
}
