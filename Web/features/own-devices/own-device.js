import { button } from '../../components/button.js';
import { message } from '../../components/message.js';
import { qrPicture } from '../../components/qr-picture.js';
import { h } from '../../dom/h.js';
import { userOf } from '../../key-distribution/addresses.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { skeletonRows } from '../../components/skeleton.js';
import { settingsPage } from '../settings/page.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('./own-devices.js').OwnDevices} OwnDevices */
/** @typedef {import('./own-devices.js').OwnDevice} OwnDevice */
/** @typedef {import('../../texts/text.js').PlainKey} PlainKey */

/** @type {Record<import('../../key-distribution/device-pins.js').DeviceTrust | 'older', [word: PlainKey, sentence: PlainKey]>} */
const words = {
    new: ['ownDevice.unknown', 'ownDevice.unknown.text'],
    known: ['ownDevice.unknown', 'ownDevice.unknown.text'],
    verified: ['contact.trust.verified', 'ownDevice.verified.text'],
    vouched: ['contact.trust.vouched', 'ownDevice.vouched.text'],
    older: ['contact.trust.older', 'ownDevice.older.text'],
    'held:changedKey': ['contact.trust.changedKey', 'ownDevice.changedKey.text'],
    'held:olderIdentity': ['contact.trust.changedKey', 'ownDevice.changedKey.text'],
    'held:newDevice': ['ownDevice.unknown', 'ownDevice.unknown.text'],
    'held:uninvited': ['ownDevice.unknown', 'ownDevice.unknown.text'],
    'held:revoked': ['ownDevice.lost', 'ownDevice.lost.text'],
    'held:unverified': ['ownDevice.unknown', 'ownDevice.unknown.text'],
    'held:refused': ['ownDevice.unknown', 'ownDevice.unknown.text'],
};

/**
 * @param {OwnDevices | null} known
 * @param {number} id of another device
 */
const trustIn = (known, id) => known && (known.trusts[id] ?? 'older');

/**
 * @param {OwnDevices | null} known
 * @param {number} id
 */
export function ownTrustWord(known, id) {
    const trust = trustIn(known, id);
    return trust && text(words[trust][0]);
}

/**
 * The trust word, and its explanation.
 * @param {OwnDevices | null} known
 * @param {number} id
 */
export function ownTrustRow(known, id) {
    const trust = trustIn(known, id);
    return trust && row(trust === 'verified' ? 'check' : trust === 'vouched' ? 'lock' : 'alert', ...words[trust], trust === 'held:changedKey' || trust === 'held:olderIdentity' || trust === 'held:revoked');
}

/**
 * @param {import('../../icons.js').IconName} symbol
 * @param {PlainKey} word
 * @param {PlainKey} sentence
 * @param {boolean} isBad
 */
const row = (symbol, word, sentence, isBad) => h('div', { class: `trust-row${isBad ? ' trust-row-held' : ''}`, key: 'trust' },
    icon(symbol), h('p', null, h('strong', null, text(word)), h('span', { class: 'muted' }, text(sentence))));

/**
 * The digits of this device, for another of the person's to compare.
 * @param {State['settings']} settings
 * @param {Actions} actions
 */
export function ownDigits({ ownDevice, ownKeys }, actions) {
    return h('section', { class: 'own-digits', key: 'digits', 'aria-labelledby': 'own-digits' },
        h('h2', { class: 'group-title', id: 'own-digits' }, text('ownDevice.shows')),
        ownKeys.value?.isRevoked && row('alert', 'ownDevice.lost', ownKeys.value.isRevokedByOlder ? 'ownDevice.selfLost.text' : 'main.lost.later', true),
        ownKeys.value?.isVouched && row('lock', 'contact.trust.vouched', 'ownDevice.selfVouched.text', false),
        h('p', { class: 'muted', key: 'lead' }, text('ownDevice.shows.text')),
        ownCode({ ownDevice }, actions));
}

/**
 * The digits and the code of this device, for another device of the person to compare.
 * @param {Pick<State['settings'], 'ownDevice'>} settings
 * @param {Actions} actions
 */
export const ownCode = ({ ownDevice }, actions) => h('div', { class: 'own-code', key: 'own-code' },
    shown(ownDevice, actions, (value) => [digits(value), h('div', { class: 'code-frame', key: 'code' }, qrPicture(value.code, text('ownDevice.code')))]));

/** @param {OwnDevice} value */
const digits = (value) => h('p', { class: 'fingerprint device-digits', key: 'digits', dir: 'ltr', role: 'group', 'aria-label': text('ownDevice.digits') },
    (value.digits.match(/.{5}/g) ?? []).map((group, index) => h('span', { key: index }, group)));

/**
 * @param {State['settings']['ownDevice']} ownDevice
 * @param {Actions} actions
 * @param {(value: OwnDevice) => import('../../dom/h.js').Content} view
 */
function shown(ownDevice, actions, view) {
    if (!ownDevice || (ownDevice.value === null && ownDevice.status === 'loading')) return skeletonRows(text('ownDevice.loading'));
    const again = button({ label: text('common.tryAgain'), symbol: 'retry', onclick: actions.loadOwnDevice });
    return ownDevice.value === null ? message('bad', ownDevice.problem?.message ?? text('ownDevice.none'), again) : view(ownDevice.value);
}

/**
 * The digits of another device of the person; if they match, this one vouches for it.
 * @param {State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {Actions} actions
 * @param {(name: import('../../texts/text.js').Words) => void} notMine asks about signing it out, as one that is lost
 */
export function ownDevicePage({ settings }, route, actions, notMine) {
    const { ownDevice, devices } = settings;
    const name = devices.value?.find(({ id }) => id === route.id)?.deviceName || text('devices.nameless');
    return settingsPage(route,
        h('p', { class: 'lead', key: 'lead' }, text('ownDevice.lead', { name })),
        shown(ownDevice, actions, (value) => [
            h('div', { key: 'outcome', role: 'status' }, outcome(value, ownDevice?.found ?? null, name)),
            digits(value),
            doing(value, settings, actions, () => notMine(name)),
        ]));
}

/**
 * @param {OwnDevice} value
 * @param {NonNullable<State['settings']['ownDevice']>['found']} found
 * @param {import('../../texts/text.js').Words} name
 */
function outcome({ trust, isVouchedHere }, found, name) {
    if (found === 'saidToDiffer') return message('bad', text(isVouchedHere ? 'ownDevice.differ.vouched' : 'ownDevice.differ.said', { name }));
    if (found === 'differs') return message('bad', text('ownDevice.differs', { name }));
    if (trust === 'held:revoked') return row('alert', ...words[trust], true);
    if (trust === 'verified' && isVouchedHere) return row('check', ...words.verified, false);
    return found === 'same' ? message('good', text('ownDevice.same', { name })) : null;
}

/**
 * @param {OwnDevice} value
 * @param {State['settings']} settings
 * @param {Actions} actions
 * @param {() => void} notMine asks about signing it out, as one that is lost
 */
function doing({ deviceId, trust, canVouch, isOlder, isVouchedHere, identity }, { ownDevice, pending }, actions, notMine) {
    if (trust === 'held:revoked') return null;
    const found = ownDevice?.found ?? null;
    const isDone = trust === 'verified' && isVouchedHere;
    const lost = button({ key: 'not-me', label: text('devices.notMine'), onclick: notMine });
    const scan = (/** @type {'primary' | undefined} */ tone) =>
        button({ key: 'scan', label: text('ownDevice.scan'), tone, onclick: () => actions.go({ name: 'scan', user: userOf(identity.address), device: deviceId }) });
    const part = (/** @type {(import('../../dom/h.js').VNode | false)[]} */ ...buttons) => h('div', { class: 'panel-actions', key: 'doing' }, buttons);
    if (found === 'saidToDiffer') return part(button({ key: 'again', label: text('compare.again'), tone: 'primary', onclick: actions.compareDigitsAgain }), lost);
    if (found === 'differs') return part(scan('primary'), lost);
    if (!canVouch && !isDone) return h('p', { class: 'muted', key: 'cannot' }, text(isOlder ? 'devices.older.text' : 'ownDevice.cannotVouch'));
    return part(
        !isDone && button({ key: 'same', label: text(found === 'same' ? 'ownDevice.vouch' : 'ownDevice.areSame'), symbol: 'check', tone: 'primary', isBusy: pending.includes('vouch'), onclick: actions.vouch }),
        found !== 'same' && button({ key: 'differ', label: text('compare.differ'), onclick: actions.digitsDiffer }),
        found !== 'same' && !isDone && scan(undefined));
}
