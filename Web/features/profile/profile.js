import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { nameForm } from './name.js';
import { addressForm } from '../login-methods/address-form.js';
import { settingsPage } from '../settings/page.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('../login-methods/addresses.js').AddressKind} AddressKind */

/** @type {Record<AddressKind, { label: import('../../texts/text.js').PlainKey, none: import('../../texts/text.js').PlainKey }>} */
const kinds = { email: { label: 'profile.email', none: 'profile.noEmail' }, phone: { label: 'profile.phone', none: 'profile.noPhone' } };

/**
 * The account as others see it, and the addresses that codes are sent to.
 * @param {State} state
 * @param {import('../../state/state.js').Account} account
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {Actions} actions
 */
export function profilePage(state, account, route, actions) {
    const { displayName, email, phoneNumber, userId } = account;
    return settingsPage(route,
        h('div', { class: 'panel', key: 'name' },
            h('div', { class: 'panel-person' }, avatar(displayName || email || phoneNumber || '', userId, 'large')),
            nameForm(state.profile, displayName, actions, { label: text('settings.save'), hint: text('name.hint'), takesFocus: false, isWide: false })),
        address(state, 'email', email ?? '', actions),
        address(state, 'phone', phoneNumber ?? '', actions));
}

/**
 * @param {State} state
 * @param {AddressKind} kind
 * @param {string} value
 * @param {Actions} actions
 */
function address({ settings: { address: form, channels }, country, now }, kind, value, actions) {
    const isOpen = form?.purpose === 'change' && form.kind === kind;
    // An address that cannot be verified here cannot be changed.
    const isPossible = channels === null || channels[kind];
    const titleId = `${kind}-title`;
    return h('section', { class: 'panel', key: kind, 'aria-labelledby': titleId },
        h('div', { class: 'settings-line' },
            h('div', { class: 'settings-value' },
                h('h2', { class: 'panel-title', id: titleId }, text(kinds[kind].label)),
                h('p', { class: value ? 'breakable' : 'muted' }, value ? h('bdi', { dir: 'ltr' }, value) : text(kinds[kind].none))),
            !isOpen && isPossible && button({
                key: 'change', label: text(value ? 'profile.change' : 'profile.add'), description: titleId, onclick: () => actions.startAddress('change', kind),
            })),
        isOpen && addressForm(form, country, now, actions),
        !isPossible && h('p', { class: 'muted' }, text(kind === 'email' ? 'address.noMail' : 'address.noMessages')));
}
