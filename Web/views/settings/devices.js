import { browserOf, systemOf } from '../../account/devices.js';
import { button } from '../../components/button.js';
import { message } from '../../components/message.js';
import { momentOf } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { loaded } from './loaded.js';
import { settingsPage } from './page.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('../../state/settings-routes.js').SettingsRoute} SettingsRoute */
/** @typedef {import('../../account/devices.js').Device} Device */

/**
 * Where one is signed in: each device leads to what is known of it.
 * @param {State} state
 * @param {SettingsRoute} route
 * @param {Actions} actions
 */
export function devicesPage(state, route, actions) {
    return settingsPage(route,
        h('p', { class: 'lead' }, text('devices.lead')),
        loaded(state.settings.devices, text('devices.loading'), actions.loadDevices, (devices) => [
            h('ul', { class: 'rows settings-rows', key: 'devices' }, devices.map((device) => h('li', { class: 'row', key: device.id }, deviceLink(device, state)))),
            devices.length > 1 && h('div', { class: 'panel-actions', key: 'others' },
                button({ label: text('devices.signOutOthers'), tone: 'danger', onclick: () => actions.ask({ kind: 'signOutOthers', isBusy: false }) })),
        ]));
}

/**
 * @param {Device} device
 * @param {State} state
 */
function deviceLink(device, { account, now }) {
    const isOwn = device.id === account?.deviceId;
    return h('a', { class: 'row-main', href: fragmentOf({ name: 'settings', page: 'devices', id: device.id }) },
        h('span', { class: 'settings-symbol' }, icon(browserOf(device) ? 'window' : 'phoneDevice')),
        h('span', { class: 'row-text' }, h('span', { class: 'row-title' }, device.deviceName || text('devices.nameless')),
            h('span', { class: isOwn ? 'row-note settings-own' : 'row-note' }, isOwn ? text('devices.own') : lastSeen(device, now))),
        h('span', { class: 'settings-onward' }, icon('onward')));
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
 * What is known of one device, and the way to end it.
 * @param {State} state
 * @param {SettingsRoute} route
 * @param {Actions} actions
 */
export function devicePage(state, route, actions) {
    return settingsPage(route, loaded(state.settings.devices, text('devices.loading'), actions.loadDevices, (devices) => {
        const device = devices.find(({ id }) => id === route.id);
        return device ? known(device, state, actions) : message('plain', text('devices.gone'));
    }));
}

/**
 * @param {Device} device
 * @param {State} state
 * @param {Actions} actions
 */
function known(device, { account, now, settings: { pending } }, actions) {
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
        isOwn && message('plain', text('devices.ownLong')),
        h('dl', { class: 'facts', key: 'facts' }, facts.filter(([, value]) => value !== '').map(([label, value]) => h('div', { class: 'fact', key: label },
            h('dt', null, text(label)), h('dd', { class: 'breakable' }, value)))),
        h('div', { class: 'panel-actions', key: 'end' }, isOwn
            ? button({ label: text('settings.signOut'), symbol: 'leave', tone: 'danger', onclick: () => actions.ask({ kind: 'signOut', isBusy: false }) })
            : button({
                label: text('devices.signOut'), symbol: 'leave', tone: 'danger', isBusy: pending.includes(`device-${id}`),
                onclick: () => actions.ask({ kind: 'signOutDevice', id, name, isBusy: false }),
            })),
    ];
}
