import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { message } from '../../components/message.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { skeletonRows } from '../../components/skeleton.js';
import { settingsPage } from '../settings/page.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @type {[boolean, import('../../texts/text.js').PlainKey][]} */
const choices = [[true, 'settings.search.everybody'], [false, 'settings.search.nobody']];

/**
 * @param {State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {Actions} actions
 */
export const privacyPage = (state, route, actions) => settingsPage(route, searchChoice(state, actions), blockedPeople(state, actions));

/**
 * Whether others can find this account by its address or number; nothing while that is unknown.
 * @param {State} state
 * @param {Actions} actions
 */
function searchChoice({ isSearchable }, actions) {
    return isSearchable !== null && h('fieldset', { class: 'choices', key: 'search', 'aria-describedby': 'search-note' },
        h('legend', { class: 'group-title' }, text('settings.search.title')),
        h('div', { class: 'segments' }, choices.map(([value, label]) => h('label', { class: 'segment', key: label },
            h('input', { type: 'radio', name: 'search', value: String(value), checked: isSearchable === value, onchange: () => actions.setSearchable(value) }),
            h('span', null, text(label))))),
        h('p', { class: 'muted', id: 'search-note' }, text(isSearchable ? 'privacy.found' : 'privacy.hidden')));
}

/**
 * The people whom this account has blocked, contacts or not, with buttons to unblock them.
 * @param {State} state
 * @param {Actions} actions
 */
const blockedPeople = (state, actions) => h('section', { class: 'settings-group', key: 'blocked', 'aria-labelledby': 'blocked-title' },
    h('h2', { class: 'group-title', id: 'blocked-title' }, text('blocked.title')), ...blockedRows(state, actions));

/**
 * @param {State} state
 * @param {Actions} actions
 */
function blockedRows({ blocked: { value, status, problem }, pending }, actions) {
    if (value === null) {
        if (status !== 'failed') return [skeletonRows(text('contact.loading'))];
        return [message('bad', problem?.message ?? '', button({ label: text('common.tryAgain'), symbol: 'retry', onclick: actions.loadBlocked }))];
    }
    if (value.length === 0) return [h('p', { class: 'muted' }, text('blocked.empty.title'))];
    return [h('p', { class: 'muted' }, text('blocked.lead')), h('ul', { class: 'rows settings-rows', 'aria-labelledby': 'blocked-title' }, value.map(({ contactId: id, contactName: name }) => h('li', { class: 'row settings-row', key: id },
        h('span', { class: 'row-main' }, avatar(name, id), h('span', { class: 'row-text' }, h('span', { class: 'row-title', dir: 'auto' }, name))),
        h('span', { class: 'row-actions', role: 'group', 'aria-label': text('settings.blocked.group', { name }) },
            button({ label: text('settings.blocked.unblock'), isBusy: pending.includes(id), onclick: () => actions.unblock(id) })))))];
}
