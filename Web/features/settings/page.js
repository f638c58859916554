import { heading } from '../../components/heading.js';
import { menu } from '../../components/menu.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { settingsTitle } from './pages.js';

/** @typedef {import('../../state/settings-routes.js').SettingsRoute} SettingsRoute */

/**
 * A page of the settings in the right pane; on a phone it fills the screen and leads back to where it was opened.
 * @param {SettingsRoute} route `{ name: 'settings' }`: beside the list, as its first page
 * @param {import('../../dom/h.js').Content[]} contents
 */
export const settingsPage = (route, ...contents) => settingsPageWith(route, null, ...contents);

/**
 * The same with rare and irreversible actions behind "…".
 * @param {SettingsRoute} route
 * @param {import('../../components/menu.js').MenuItem | null} item
 * @param {import('../../dom/h.js').Content[]} contents
 */
export function settingsPageWith(route, item, ...contents) {
    const isFirst = route.page === undefined;
    const title = settingsTitle(isFirst ? { ...route, page: 'profile' } : route);
    return h('section', { class: 'detail', key: `settings-${route.page ?? 'profile'}-${route.id ?? ''}${route.compares ? '-compare' : ''}` },
        h('header', { class: 'detail-head' }, back(route),
            heading(title, { key: 'title', level: isFirst ? 2 : 1, takesFocus: !isFirst }),
            item && h('div', { class: 'pane-head-end', key: 'more' }, menu(`settings-menu-${route.page}`, text('settings.more'), [item]))),
        h('div', { class: 'detail-body' }, ...contents));
}

/** @param {SettingsRoute} route */
function back({ page, id, compares }) {
    const isOfDevice = id !== undefined;
    const label = text(compares ? 'ownDevice.back' : isOfDevice ? 'devices.back' : 'settings.back');
    /** @type {SettingsRoute} */
    const to = compares ? { name: 'settings', page, id } : isOfDevice ? { name: 'settings', page } : { name: 'settings' };
    return h('a', { class: `icon-button ${isOfDevice ? 'detail-up' : 'detail-back'}`, key: 'back', href: fragmentOf(to), 'aria-label': label, title: label },
        h('span', { class: 'icon-button-face' }, icon('back')));
}
