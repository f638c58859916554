import { button } from '../../components/button.js';
import { message } from '../../components/message.js';
import { momentOf } from '../../components/time-format.js';
import { canCompare } from '../../contacts/contact-devices.js';
import { trustOf } from '../../contacts/contact-devices.js';
import { trustWord } from '../../contacts/kept-people.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { resultOf } from '../history/call-words.js';
import { skeletonRows } from '../../components/skeleton.js';
import { deviceName, trustWords } from '../../components/device-words.js';

/** @typedef {import('./person-state.js').PersonState} PersonState */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('../../texts/text.js').PlainKey} PlainKey */
/** @typedef {ReturnType<typeof trustOf>} Trust */

/** @type {Record<NonNullable<Trust>, [word: PlainKey, sentence: PlainKey]>} */
const words = {
    new: ['trust.word.listed', 'contact.trust.new.text'],
    known: ['trust.word.earlier', 'contact.trust.calls.text'],
    verified: ['contact.trust.verified', 'contact.trust.verified.text'],
    vouched: ['contact.trust.vouched', 'contact.trust.vouched.text'],
    older: ['contact.trust.older', 'contact.trust.older.text'],
    'held:changedKey': ['contact.trust.changedKey', 'contact.trust.changedKey.text'],
    'held:olderIdentity': ['contact.trust.changedKey', 'contact.trust.changedKey.text'],
    'held:newDevice': ['contact.trust.newDevice', 'contact.trust.newDevice.text'],
    'held:uninvited': ['contact.trust.newDevice', 'contact.trust.newDevice.text'],
    'held:revoked': ['contact.trust.revoked', 'contact.trust.revoked.text'],
    'held:unverified': ['contact.trust.unverified', 'contact.trust.unverified.text'],
    'held:refused': ['contact.trust.refused', 'contact.trust.refused.text'],
};

/** @param {NonNullable<Trust>} trust */
function symbolOf(trust) {
    if (trust.startsWith('held') || trust === 'older') return 'alert';
    return trust === 'verified' ? 'check' : trust === 'new' ? 'info' : 'lock';
}

/**
 * How this person is known here, by their devices.
 * @param {PersonState['devices']} devices
 * @param {number} userId
 * @param {import('../../components/device-words.js').Past} past
 */
export function trustRow({ value }, userId, past) {
    const trust = value && trustOf(value);
    if (!trust) return null;
    const [first] = value.devices;
    const address = `${userId}_${first?.deviceId}`;
    const word = trust === 'older' ? null : trustWords(past, address, trust);
    const isConfirmed = trust === 'known' && trustWord(past.kept, address, trust, false).word === 'confirmed';
    const sentence = isConfirmed ? 'contact.trust.confirmed.text' : words[trust][1];
    // The list begins with the device that this is about.
    const compares = first !== undefined && trust !== 'older' && trust !== 'verified' && canCompare(trust);
    return h('div', { class: `trust-row${trust.startsWith('held') ? ' trust-row-held' : ''}`, key: 'trust' },
        icon(symbolOf(trust)), h('p', null, h('strong', null, word ?? text(words[trust][0])), h('span', { class: 'muted' }, text(sentence)),
            compares && h('a', { class: 'trust-link', href: fragmentOf({ name: 'contact', id: userId, device: first.deviceId }) }, text('contact.compare'))));
}

/**
 * The devices that ring when one calls; each opens its comparison.
 * @param {number} userId
 * @param {PersonState['devices']} devices
 * @param {import('../../components/device-words.js').Past} past
 * @param {Actions} actions
 */
export function deviceList(userId, devices, past, actions) {
    return part('contact-devices', 'contact.devices', devices, actions, ({ devices: list, hasOlderApps }) => [
        ...list.map(({ deviceId, trust, says }) => h('li', { class: 'row', key: deviceId }, h('a', { class: 'row-main', href: fragmentOf({ name: 'contact', id: userId, device: deviceId }) },
            icon('phoneDevice'), h('span', { class: 'row-text' }, h('span', { class: 'row-title' }, deviceName(past, `${userId}_${deviceId}`, trust, says)), h('span', { class: 'row-note' }, noteOf(past, `${userId}_${deviceId}`, trust)))))),
        hasOlderApps && h('li', { class: 'row', key: 'older' }, h('span', { class: 'row-main row-plain' },
            icon('alert'), h('span', { class: 'row-text' }, h('span', { class: 'row-title' }, text('contact.trust.older')),
                // Without another device, the part above says so already.
                list.length > 0 && h('span', { class: 'row-note' }, text('contact.trust.older.text'))))),
    ], 'contact.devices.none');
}

/**
 * A device that was in no call here is only called listed, whatever else it is held for.
 * @param {import('../../components/device-words.js').Past} past
 * @param {string} address
 * @param {import('../../key-distribution/device-pins.js').DeviceTrust} trust
 */
const noteOf = (past, address, trust) => (trust === 'held:newDevice' ? text('trust.word.listed') : trustWords(past, address, trust) ?? text(words[trust][0]));

/**
 * @param {PersonState['calls']} calls
 * @param {number} now
 * @param {Actions} actions
 */
export function callsWith(calls, now, actions) {
    return part('contact-calls', 'contact.calls', calls, actions, (list) => list.map((call) => h('li', { class: 'row', key: call.id },
        h('a', { class: 'row-main', href: fragmentOf({ name: 'pastCall', id: call.id }) },
            h('span', { class: call.result === 'missed' ? 'past-other row-missed' : 'past-other' },
                icon(call.result === 'missed' ? 'missed' : call.isOutgoing ? 'outgoing' : 'incoming'), h('span', null, resultOf(call))),
            h('span', { class: 'row-time', dir: 'auto' }, momentOf(new Date(call.startedAt).toISOString(), now) ?? '')))), 'contact.noCalls');
}

/**
 * A list under a title; its placeholder gives the reason why it is missing.
 * @template Value
 * @param {string} id
 * @param {PlainKey} title
 * @param {import('../../state/state.js').Loadable<Value>} loadable
 * @param {Actions} actions
 * @param {(value: Value) => (import('../../dom/h.js').VNode | false)[]} rowsOf
 * @param {PlainKey} none
 */
function part(id, title, { value, status, problem }, actions, rowsOf, none) {
    const rows = value === null ? [] : rowsOf(value).filter((row) => row !== false);
    return h('section', { class: 'group', key: id, 'aria-labelledby': id },
        h('h2', { class: 'group-title', id }, text(title)),
        value === null && status === 'loading' && skeletonRows(text('contact.loading')),
        value === null && problem && message('bad', problem.message, button({ label: text('common.tryAgain'), symbol: 'retry', onclick: actions.loadPerson })),
        value !== null && (rows.length > 0 ? h('ul', { class: 'rows' }, rows) : h('p', { class: 'group-none' }, text(none))));
}
