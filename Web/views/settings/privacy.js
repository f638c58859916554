import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @type {[boolean, import('../../texts/text.js').PlainKey][]} */
const choices = [[true, 'settings.search.everybody'], [false, 'settings.search.nobody']];

/**
 * Who finds this account by its address or number; nothing before that is known.
 * @param {State} state
 * @param {Actions} actions
 */
export function searchChoice({ isSearchable }, actions) {
    return isSearchable !== null && h('fieldset', { class: 'choices', key: 'search' },
        h('legend', { class: 'group-title' }, text('settings.search.title')),
        h('div', { class: 'segments' }, choices.map(([value, label]) => h('label', { class: 'segment', key: label },
            h('input', { type: 'radio', name: 'search', value: String(value), checked: isSearchable === value, onchange: () => actions.setSearchable(value) }),
            h('span', null, text(label))))));
}

/**
 * Whom this account has blocked; nothing when nobody is.
 * @param {State} state
 * @param {Actions} actions
 */
export function blockedPeople({ blocked, pending }, actions) {
    const people = blocked.value ?? [];
    return people.length > 0 && h('section', { class: 'group', key: 'blocked', 'aria-labelledby': 'blocked-title' },
        h('h2', { class: 'group-title', id: 'blocked-title' }, text('settings.blocked.title')),
        h('ul', { class: 'rows' }, people.map(({ contactId: id, contactName: name }) => h('li', { class: 'row', key: id },
            h('span', { class: 'row-main' }, avatar(name, id), h('span', { class: 'row-text' }, h('span', { class: 'row-title', dir: 'auto' }, name))),
            h('span', { class: 'row-actions', role: 'group', 'aria-label': text('settings.blocked.group', { name }) },
                button({ label: text('settings.blocked.unblock'), isBusy: pending.includes(id), onclick: () => actions.unblock(id) }))))));
}
