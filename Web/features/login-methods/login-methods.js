import { button } from '../../components/button.js';
import { menu } from '../../components/menu.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { addressForm } from './address-form.js';
import { issuerName, missingIssuers } from '../../session/page-sign-in.js';
import { hasCall } from '../../state/calling.js';
import { loaded } from '../settings/loaded.js';
import { settingsPage } from '../settings/page.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('../account/account-service.js').LoginMethod} LoginMethod */

/** @type {Record<LoginMethod['type'], { name: import('../../texts/text.js').PlainKey, symbol: import('../../icons.js').IconName }>} */
const types = {
    email: { name: 'methods.email', symbol: 'mail' }, phone: { name: 'methods.phone', symbol: 'phoneDevice' },
    google: { name: 'methods.google', symbol: 'signIn' }, apple: { name: 'methods.apple', symbol: 'signIn' },
};

/**
 * The account's ways to sign in: adding one, making one primary, removing one; never the last one.
 * @param {State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {Actions} actions
 */
export function methodsPage(state, route, actions) {
    const { settings: { methods, address, channels, pending }, country, now } = state;
    // Signing in there leaves the page, which must not end a call.
    const issuers = hasCall(state) ? [] : missingIssuers(channels?.issuers, methods.value);
    const isAdding = address?.purpose === 'add';
    return settingsPage(route,
        h('p', { class: 'lead' }, text('methods.lead')),
        loaded(methods, text('methods.loading'), actions.loadMethods, (all) => [
            h('ul', { class: 'rows settings-rows', key: 'methods' }, all.map((method) => methodRow(method, all.length === 1, state, actions))),
            all.length === 1 && h('p', { class: 'muted', key: 'last' }, text('methods.last')),
        ]),
        isAdding
            ? h('section', { class: 'panel', key: 'adding', 'aria-label': text('methods.adding') }, addressForm(address, country, now, actions))
            : h('div', { class: 'ways', key: 'add' },
                channels?.email !== false && button({ key: 'email', label: text('methods.addEmail'), symbol: 'mail', onclick: () => actions.startAddress('add', 'email') }),
                channels?.phone !== false && button({ key: 'phone', label: text('methods.addPhone'), symbol: 'phoneDevice', onclick: () => actions.startAddress('add', 'phone') }),
                issuers.map((issuer) => button({
                    key: issuer, label: text('methods.addIssuer', { issuer: issuerName(issuer) }), symbol: 'signIn',
                    isBusy: pending.includes('issuer'), onclick: () => actions.addIssuer(issuer),
                }))));
}

/**
 * @param {LoginMethod} method
 * @param {boolean} isLast the only way in
 * @param {State} state
 * @param {Actions} actions
 */
function methodRow({ id, type, value, isPrimary }, isLast, { settings: { pending } }, actions) {
    const isBusy = pending.includes(`method-${id}`);
    return h('li', { class: 'row', key: id },
        h('span', { class: 'row-main' }, h('span', { class: 'settings-symbol' }, icon(types[type].symbol)),
            h('span', { class: 'row-text' }, h('span', { class: 'row-title breakable' }, value ? h('bdi', { dir: 'ltr' }, value) : text(types[type].name)),
                h('span', { class: 'row-note' }, isPrimary ? text('methods.primary', { kind: text(types[type].name) }) : text(types[type].name)))),
        !isLast && menu(`method-menu-${id}`, text('methods.group', { address: value || text(types[type].name) }), [
            !isPrimary && { key: 'primary', label: text('methods.makePrimary'), symbol: 'star', isDisabled: isBusy, onclick: () => actions.makePrimary(id) },
            { key: 'remove', label: text('methods.remove'), symbol: 'trash', isDangerous: true, isDisabled: isBusy, onclick: () => actions.ask({ kind: 'removeMethod', id, value, isBusy: false }) },
        ], isBusy));
}
