import { avatar } from '../../components/avatar.js';
import { heading } from '../../components/heading.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { settingsPages } from '../../state/settings-routes.js';
import { text } from '../../texts/text.js';
import { pages } from './pages.js';

/** @typedef {import('../../state/settings-routes.js').SettingsPage} SettingsPage */

/**
 * @param {import('../../state/state.js').State} state
 * @param {1 | 2} level of its title
 */
export function settingsList({ account, route }, level) {
    const open = route.name === 'settings' ? route.page : undefined;
    // In a wide window, the first page is shown beside the list.
    const isBeside = (/** @type {SettingsPage} */ page) => page === (open ?? 'profile');
    return h('section', { class: 'settings-list', key: 'settings-list' },
        h('header', { class: 'pane-head' }, heading(text('settings.title'), { key: 'title', level, takesFocus: level === 1 })),
        h('nav', { class: 'pane-body', 'aria-label': text('settings.pages') },
            h('ul', { class: 'rows' },
                account && h('li', { class: rowClass(isBeside('profile')), key: 'profile' }, profileLink(account, open === 'profile')),
                settingsPages.filter((page) => page !== 'profile').map((page) => h('li', { class: rowClass(isBeside(page)), key: page }, pageLink(page, open === page))))));
}

/** @param {boolean} isOpen */
const rowClass = (isOpen) => (isOpen ? 'row row-open' : 'row');

/**
 * @param {import('../../state/state.js').Account} account
 * @param {boolean} isOpen
 */
function profileLink({ displayName, email, phoneNumber, userId }, isOpen) {
    const address = email || phoneNumber || '';
    const name = displayName || address;
    return link('profile', isOpen, avatar(name, userId, 'medium'), name, displayName ? address : text('profile.note'));
}

/**
 * @param {SettingsPage} page
 * @param {boolean} isOpen
 */
const pageLink = (page, isOpen) => link(page, isOpen, h('span', { class: 'settings-symbol' }, icon(pages[page].symbol)), text(pages[page].title), text(pages[page].note));

/**
 * @param {SettingsPage} page
 * @param {boolean} isOpen
 * @param {import('../../dom/h.js').VNode} symbol
 * @param {import('../../texts/text.js').Words} title
 * @param {import('../../texts/text.js').Words} note
 */
function link(page, isOpen, symbol, title, note) {
    return h('a', { class: 'row-main', href: fragmentOf({ name: 'settings', page }), 'aria-current': isOpen ? 'page' : undefined },
        symbol, h('span', { class: 'row-text' }, h('span', { class: 'row-title' }, title), note && h('span', { class: 'row-note' }, note)),
        h('span', { class: 'settings-onward' }, icon('onward')));
}
