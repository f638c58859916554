import { avatar } from '../../components/avatar.js';
import { button, iconButton } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { empty, message } from '../../components/message.js';
import { momentOf } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { skeletonRows } from '../page/skeleton.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/state.js').Contact} Contact */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * The contacts, favourites first, with their call buttons.
 * @param {State} state
 * @param {Actions} actions
 * @param {1 | 2} level of its title
 */
export function contactList(state, actions, level) {
    return h('section', { class: 'pane-inner', key: 'contacts', 'aria-labelledby': 'contacts-title' },
        h('header', { class: 'pane-head' },
            heading(text('contacts.title'), { key: 'title', id: 'contacts-title', takesFocus: false, level }),
            h('a', { class: 'icon-button icon-button-accent', href: fragmentOf({ name: 'add' }), title: text('contacts.add'), 'aria-label': text('contacts.add') },
                h('span', { class: 'icon-button-face' }, icon('addPerson')))),
        h('div', { class: 'pane-body' }, body(state, actions)));
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function body(state, actions) {
    const { value, status, problem } = state.contacts;
    if (value === null) {
        if (status !== 'failed') return skeletonRows(text('contacts.loading'));
        return message('bad', problem?.message ?? '', button({ label: text('common.tryAgain'), symbol: 'retry', onclick: actions.loadContacts }));
    }
    if (value.length === 0) {
        return empty({
            symbol: 'people', title: text('contacts.empty.title'), text: text('contacts.empty.text'),
            actions: [
                button({ key: 'link', label: text('contacts.empty.link'), symbol: 'code', tone: 'primary', onclick: () => actions.go({ name: 'link' }) }),
                button({ key: 'add', label: text('contacts.empty.add'), symbol: 'addPerson', onclick: () => actions.go({ name: 'add' }) }),
            ],
        });
    }
    const favourites = value.filter(({ isFavorite }) => isFavorite);
    const others = value.filter(({ isFavorite }) => !isFavorite);
    return [
        favourites.length > 0 ? group('contacts.favourites', favourites, state, actions) : null,
        others.length > 0 ? group(favourites.length > 0 ? 'contacts.others' : 'contacts.all', others, state, actions) : null,
    ];
}

/**
 * @param {import('../../texts/text.js').PlainKey} title
 * @param {Contact[]} contacts
 * @param {State} state
 * @param {Actions} actions
 */
function group(title, contacts, state, actions) {
    return h('div', { class: 'group', key: title },
        h('h2', { class: 'group-title' }, text(title)),
        h('ul', { class: 'rows' }, contacts.map((contact) => row(contact, state, actions))));
}

/**
 * @param {Contact} contact
 * @param {State} state
 * @param {Actions} actions
 */
function row(contact, state, actions) {
    const { contactId: id, contactName: name } = contact;
    const isOpen = state.route.name === 'contact' && state.route.id === id;
    const moment = momentOf(contact.lastInteraction, state.now);
    const note = contact.isBlocked ? text('contacts.blocked') : moment ? text('contacts.lastCall', { moment }) : text('contacts.noCalls');
    const cannotCall = state.call !== null || contact.isBlocked;
    return h('li', { class: isOpen ? 'row row-open' : 'row', key: id },
        h('a', { class: 'row-main', href: fragmentOf({ name: 'contact', id }), 'aria-current': isOpen ? 'page' : undefined },
            avatar(name, id),
            h('span', { class: 'row-text' },
                h('span', { class: 'row-title', dir: 'auto' }, name),
                h('span', { class: 'row-note' }, note))),
        h('span', { class: 'row-actions' },
            iconButton({
                label: text('contacts.call', { name }), symbol: 'phone', tone: 'accent', isDisabled: cannotCall,
                onclick: () => actions.call(id, name, false),
            }),
            iconButton({
                label: text('contacts.videoCall', { name }), symbol: 'video', tone: 'accent', isDisabled: cannotCall,
                onclick: () => actions.call(id, name, true),
            })));
}
