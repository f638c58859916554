import { button } from '../../../components/button.js';
import { canCompare } from '../../../contacts/contact-devices.js';
import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { participantsOf } from '../people/people-state.js';
import { text } from '../../../texts/text.js';
import { heldAdvice, isHeld, trustLabel } from './trust-labels.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../call-state.js').Participant} Participant */
/** @typedef {import('../../../state/actions.js').Actions} Actions */

/**
 * The held devices in a call: those of participants, and further devices of participants who aren't held, each as a participant of its own.
 * @param {CallState} call
 */
export const heldDevices = (call) => participantsOf(call).flatMap((one) => [...(isHeld(one.trust) ? [one] : []), ...(one.beside ? [{ ...one, ...one.beside, beside: null }] : [])]);

/**
 * A participant whose device is held: one question at a time, until it is answered. Comparing isn't an answer, and neither is leaving the
 * screen. Devices that the panel lists aren't asked about here as well.
 * @param {CallState} call
 * @param {Actions} actions
 */
export function heldQuestion(call, actions) {
    // A refused key raises no question.
    const held = call.showsProtection ? undefined : heldDevices(call).find(({ trust }) => trust !== 'held:refused');
    return h('div', { class: 'held-place', key: 'held', role: 'status' }, held && question(held, actions));
}

/**
 * @param {Participant} participant
 * @param {Actions} actions
 */
function question(participant, actions) {
    const { userId, deviceId, sign, name, trust, offer } = participant;
    if (!isHeld(trust)) return null;
    return h('section', { class: 'held', key: `${userId}_${deviceId}_${sign}`, 'aria-label': text('held.title', { name }) },
        h('p', { class: 'held-who', key: 'who' }, icon('alert'), h('span', null, trustLabel(name, trust))),
        h('p', { key: 'advice' }, offer === 'compare' && canCompare(trust) ? text('held.compareFirst') : heldAdvice(trust)),
        h('p', { class: 'muted', key: 'meaning' }, text('held.meaning', { name })),
        h('div', { class: 'held-actions', key: 'actions' }, heldActions(participant, actions, true)));
}

/**
 * @param {Participant} participant
 * @param {Actions} actions
 * @param {boolean} [isQuestion] what is best stands out
 */
export function heldActions(participant, actions, isQuestion = false) {
    const { trust, offer, name, userId } = participant;
    const identity = identityOf(participant);
    const compares = trust !== null && canCompare(trust);
    const isTap = offer === 'itsThem';
    return [
        isTap && button({ key: `its-them-${userId}`, label: text('held.itsThem', { name }), tone: isQuestion ? 'primary' : 'plain', onclick: () => sayItsThem(participant, actions) }),
        compares && compareButton(participant, actions, isQuestion && !isTap ? 'primary' : 'plain'),
        trust !== 'held:refused' && identity !== null && button({ key: `not-them-${userId}`, label: text('held.notThem', { name }), onclick: () => actions.notThem(identity) }),
        offer === 'anyway' && identity !== null && button({
            key: `anyway-${userId}`, label: text('held.anyway'), tone: 'quiet',
            onclick: () => actions.ask({ kind: 'letInAnyway', name, identity, isLost: trust === 'held:revoked', isBusy: false }),
        }),
    ];
}

/**
 * The identity that the person was shown of a device; null before it has shown one.
 * @param {Participant} participant
 * @returns {import('../../../key-distribution/events.js').ShownIdentity | null}
 */
export const identityOf = ({ userId, deviceId, sign, serial }) => (sign === null || deviceId === null ? null : { address: `${userId}_${deviceId}`, sign, serial });

/**
 * @param {Participant} participant
 * @param {Actions} actions
 */
export function sayItsThem(participant, actions) {
    const identity = identityOf(participant);
    if (identity) actions.itsThem(identity);
}

/**
 * Takes back that a device belongs to someone, after a confirmation.
 * @param {Participant} participant
 * @param {Actions} actions
 */
export function notThemButton(participant, actions) {
    const identity = identityOf(participant);
    return identity !== null && button({
        key: `not-them-${participant.userId}`, label: text('held.notThem', { name: participant.name }), tone: 'quiet',
        onclick: () => actions.ask({ kind: 'notThem', name: participant.name, identity, isLost: false, isBusy: false }),
    });
}

/**
 * Opens the safety number; the call continues, and its question stays.
 * @param {Participant} participant
 * @param {Actions} actions
 * @param {'primary' | 'plain'} [tone]
 */
export function compareButton(participant, actions, tone = 'plain') {
    const { userId, deviceId } = participant;
    return deviceId !== null && button({ key: `compare-${userId}`, label: text('held.compare'), tone, onclick: () => actions.go({ name: 'contact', id: userId, device: deviceId }) });
}
