import { browserOf, systemOf } from './devices.js';
import { button } from '../../components/button.js';
import { message } from '../../components/message.js';
import { momentOf } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { deviceName } from '../../components/device-words.js';
import { loaded } from '../settings/loaded.js';
import { ownDigits, ownTrustRow, ownTrustWord } from './own-device.js';
import { settingsPageWith } from '../settings/page.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('../../state/settings-routes.js').SettingsRoute} SettingsRoute */
/** @typedef {import('./devices.js').Device} Device */

/**
 * The signed-in devices: each row opens its page.
 * @param {State} state
 * @param {SettingsRoute} route
 * @param {Actions} actions
 */
export function devicesPage(state, route, actions) {
    const hasOthers = (state.settings.devices.value?.length ?? 0) > 1;
    return settingsPageWith(route, hasOthers ? dangerous('others', text('devices.signOutOthers'), () => actions.ask({ kind: 'signOutOthers', isBusy: false })) : null,
        h('p', { class: 'lead' }, text('devices.lead')),
        loaded(state.settings.devices, text('devices.loading'), actions.loadDevices, (devices) => [
            h('ul', { class: 'rows settings-rows', key: 'devices' }, devices.map((device) => h('li', { class: 'row', key: device.id }, deviceLink(device, state)))),
        ]));
}

/**
 * @param {Device} device
 * @param {State} state
 */
function deviceLink(device, { account, kept, now, settings }) {
    const isOwn = device.id === account?.deviceId;
    const trust = isOwn ? null : ownTrustWord(settings.ownKeys.value, device.id);
    return h('a', { class: 'row-main', href: fragmentOf({ name: 'settings', page: 'devices', id: device.id }) },
        h('span', { class: 'settings-symbol' }, icon(browserOf(device) ? 'window' : 'phoneDevice')),
        h('span', { class: 'row-text' }, h('span', { class: 'row-title' }, device.deviceName || text('devices.nameless')),
            h('span', { class: isOwn ? 'row-note settings-own' : 'row-note' }, isOwn ? text('devices.own') : lastSeen(device, now)),
            trust && h('span', { class: 'row-note' }, trust),
            !isOwn && saysOf(device.id, { account, settings, kept, now })),
        h('span', { class: 'settings-onward' }, icon('onward')));
}

/**
 * The device's own claim, and since when it has been trusted here: its name beside its trust.
 * @param {number} id
 * @param {Pick<State, 'account' | 'settings' | 'kept' | 'now'>} state
 */
function saysOf(id, { account, settings: { ownKeys: { value } }, kept, now }) {
    const trust = value?.trusts[id];
    if (trust === undefined || !account) return null;
    return h('span', { class: 'row-note' }, deviceName({ kept, now }, `${account.userId}_${id}`, trust, value?.says[id]));
}

/**
 * @param {Device} device
 * @param {number} now Unix milliseconds
 */
function lastSeen({ updatedAt }, now) {
    const moment = momentOf(updatedAt ?? null, now);
    return moment === null ? text('devices.neverSeen') : text('devices.lastSeen', { moment });
}

/**
 * The known facts about one device; the action to sign it out is behind "…".
 * @param {State} state
 * @param {SettingsRoute} route
 * @param {Actions} actions
 */
export function devicePage(state, route, actions) {
    const device = state.settings.devices.value?.find(({ id }) => id === route.id);
    return settingsPageWith(route, device ? ending(device, state, actions) : null, loaded(state.settings.devices, text('devices.loading'), actions.loadDevices, () => (
        device ? known(device, state, actions) : message('plain', text('devices.gone')))));
}

/**
 * @param {string} key
 * @param {import('../../texts/text.js').Words} label
 * @param {() => void} onclick
 * @returns {import('../../components/menu.js').MenuItem}
 */
const dangerous = (key, label, onclick) => ({ key, label, symbol: 'leave', isDangerous: true, onclick });

/**
 * @param {Device} device
 * @param {State} state
 * @param {Actions} actions
 */
function ending({ id, deviceName }, { account, settings }, actions) {
    if (id === account?.deviceId) return dangerous('end', text('settings.signOut'), () => actions.ask({ kind: 'signOut', isBusy: false }));
    const name = deviceName || text('devices.nameless');
    const item = dangerous('end', text('devices.signOut'), () => actions.ask(signingOut(id, name, settings, false)));
    return { ...item, isDisabled: settings.pending.includes(`device-${id}`) };
}

/**
 * Whether it is to be marked as lost: the other has to show what is lost. Anyone who has got in could have vouched for this device, or
 * marked it as lost, before: neither takes that away.
 * @param {number} id
 * @param {import('../../texts/text.js').Words} name
 * @param {State['settings']} settings
 * @param {boolean} isLost
 * @returns {import('../../state/state.js').Question}
 */
export function signingOut(id, name, { ownKeys: { value } }, isLost) {
    const trust = value?.trusts[id];
    const canBeLost = value !== null && trust !== undefined && trust !== 'held:revoked';
    return { kind: 'signOutDevice', id, name, isBusy: false, isLost: isLost && canBeLost, canBeLost };
}

/**
 * @param {Device} device
 * @param {State} state
 * @param {Actions} actions
 */
function known(device, { account, now, settings }, actions) {
    const { id, deviceName, ip, location, updatedAt } = device;
    const isOwn = id === account?.deviceId;
    const name = deviceName || text('devices.nameless');
    /** @type {[import('../../texts/text.js').PlainKey, import('../../dom/h.js').Content][]} */
    const facts = [
        ['devices.fact.name', name], ['devices.fact.browser', browserOf(device)], ['devices.fact.system', systemOf(device)],
        ['devices.fact.address', ip && h('bdi', { dir: 'ltr' }, ip)], ['devices.fact.place', location],
        ['devices.fact.seen', isOwn ? text('devices.now') : momentOf(updatedAt ?? null, now) ?? ''],
    ];
    return [
        isOwn ? message('plain', text('devices.ownLong')) : ownTrustRow(settings.ownKeys.value, id),
        !isOwn && doing(id, name, settings, actions),
        h('dl', { class: 'facts', key: 'facts' }, facts.filter(([, value]) => value !== '').map(([label, value]) => h('div', { class: 'fact', key: label },
            h('dt', null, text(label)), h('dd', { class: 'breakable' }, value)))),
        isOwn && ownDigits(settings, actions),
    ];
}

/**
 * For a device that this one doesn't know, the person decides whether it is theirs.
 * @param {number} id
 * @param {import('../../texts/text.js').Words} name
 * @param {State['settings']} settings
 * @param {Actions} actions
 */
function doing(id, name, settings, actions) {
    const trust = settings.ownKeys.value?.trusts[id];
    if (trust === undefined || trust === 'verified' || trust === 'held:revoked') return null;
    const isOlder = settings.ownKeys.value?.older.includes(id);
    return h('section', { class: 'panel', key: 'doing', 'aria-labelledby': 'own-device-question' },
        h('h2', { class: 'panel-title', id: 'own-device-question' }, text(isOlder ? 'devices.older' : 'devices.wasItYou')),
        h('p', null, text(isOlder ? 'devices.older.text' : 'devices.wasItYou.text')),
        h('div', { class: 'panel-actions' },
            !isOlder && button({ key: 'compare', label: text('devices.compare'), symbol: 'check', tone: 'primary', onclick: () => actions.go({ name: 'settings', page: 'devices', id, compares: true }) }),
            button({ key: 'not-me', label: text('devices.notMine'), onclick: () => actions.ask(signingOut(id, name, settings, true)) })));
}
