import { button, iconButton } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { empty } from '../../components/message.js';
import { verifiedGone } from '../../contacts/kept-people.js';
import { peopleNamed } from './name-search.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { missingList, notRenewed } from '../../components/missing-list.js';
import { contactRow } from './contact-row.js';
import { chooseList } from './choose.js';
import { contactSearch } from './contact-search.js';
import { drawAhead, drawnContacts } from './drawn-contacts.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/state.js').Contact} Contact */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * The contacts, favourites first, with a search for names.
 * @param {State} state
 * @param {Actions} actions
 * @param {1 | 2} level of its title
 */
export function contactList(state, actions, level) {
    if (state.choosing?.purpose === 'call') return chooseList(state, state.choosing, actions, level);
    return h('section', { class: 'pane-inner', key: 'contacts', 'aria-labelledby': 'contacts-title' },
        h('header', { class: 'pane-head' },
            heading(text('contacts.title'), { key: 'title', id: 'contacts-title', takesFocus: false, level }),
            h('span', { class: 'pane-head-end' }, chooseButton(state, actions), requestsLink(state))),
        h('div', { class: 'pane-body' }, body(state, actions)));
}

/**
 * Starts a group call, if there are several contacts.
 * @param {State} state
 * @param {Actions} actions
 */
function chooseButton({ contacts, call }, actions) {
    const count = contacts.value?.filter(({ isBlocked }) => isBlocked !== true).length ?? 0;
    return count > 1 && iconButton({
        key: 'choose', label: text('choose.start'), symbol: 'people', isDisabled: call !== null,
        onclick: () => {
            // Choosing is possible in the list only.
            actions.go({ name: 'contacts' });
            actions.startChoosing('call');
        },
    });
}

/** @param {State} state */
function requestsLink({ requests }) {
    const count = requests.value?.received.length ?? 0;
    const title = text('requests.title');
    const label = count > 0 ? text('main.waiting', { label: title, count }) : title;
    return h('a', { class: 'icon-button', key: 'requests', href: fragmentOf({ name: 'requests' }), title: label, 'aria-label': label },
        h('span', { class: 'icon-button-face' }, icon('inbox'), count > 0 && h('span', { class: 'badge' }, h('span', { 'aria-hidden': 'true' }, count > 99 ? text('main.moreThan', { count: 99 }) : count))));
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function body(state, actions) {
    const { value } = state.contacts;
    if (value === null) return missingList(state, state.contacts, { symbol: 'people', loading: 'contacts.loading', offline: 'contacts.offline', retry: actions.loadContacts });
    // The stored list is shown, with the reason why it isn't updated.
    const retry = notRenewed(state, state.contacts, actions.loadContacts);
    if (value.length === 0) {
        return retry || [gone(state, actions), empty({
            drawing: 'people', title: text('contacts.empty.title'), text: text('contacts.empty.text'),
            actions: [
                button({ key: 'link', label: text('contacts.empty.link'), symbol: 'code', tone: 'primary', onclick: () => actions.go({ name: 'link' }) }),
                button({ key: 'add', label: text('contacts.empty.add'), symbol: 'addPerson', onclick: () => actions.go({ name: 'add' }) }),
            ],
        })];
    }
    const found = new Set(peopleNamed(value, state.contactSearch));
    const favourites = value.filter(({ isFavorite }) => isFavorite);
    const others = value.filter(({ isFavorite }) => !isFavorite);
    return [
        retry && h('div', { key: 'problem' }, retry),
        gone(state, actions),
        contactSearch(state, found.size, value.length, actions),
        group('contacts.favourites', favourites, found, state, actions),
        group(favourites.length > 0 ? 'contacts.others' : 'contacts.all', others, found, state, actions),
        found.size === 0 && nobody(state, actions),
        blockedLink(state),
    ];
}

/**
 * Verified people whom the server no longer lists: another account may have their name by now.
 * @param {State} state
 * @param {Actions} actions
 */
function gone({ contacts, blocked, kept, account }, actions) {
    if (contacts.status !== 'ready' || blocked.status !== 'ready') return false;
    const listed = [...contacts.value ?? [], ...blocked.value ?? []].map(({ contactId }) => contactId);
    const rows = verifiedGone(kept, listed, account?.userId ?? 0).map(({ user, name }) => h('div', { class: 'trust-row trust-row-held', key: `gone-${user}` },
        icon('alert'), h('p', null, text('contacts.gone', { name: name || text('common.somebody') })), button({ label: text('contacts.gone.read'), onclick: () => actions.goneRead(user) })));
    return rows.length > 0 && h('div', { key: 'gone' }, rows);
}

/**
 * @param {import('../../texts/text.js').PlainKey} title
 * @param {Contact[]} contacts
 * @param {Set<Contact>} found
 * @param {State} state
 * @param {Actions} actions
 */
function group(title, contacts, found, state, actions) {
    const { rows, hasMore } = drawnContacts(contacts, found, state.contactsDrawn);
    return h('div', { class: 'group', key: title === 'contacts.favourites' ? title : 'others', hidden: !contacts.some((contact) => found.has(contact)) },
        h('h2', { class: 'group-title' }, text(title)),
        h('ul', { class: 'rows' }, rows.flatMap((contact) => contactRow(contact, found.has(contact), state, actions))),
        // It is a new element each time: if it is still in sight, it draws more.
        hasMore && h('div', { class: 'call-more', key: `more-${rows.length}`, mounted: (element) => drawAhead(element, actions.drawMoreContacts) },
            button({ label: text('contacts.more'), onclick: actions.drawMoreContacts })));
}

/** @param {State} state */
function blockedLink({ blocked }) {
    const count = blocked.value?.length ?? 0;
    return count > 0 && h('p', { class: 'list-foot', key: 'blocked' }, h('a', { href: fragmentOf({ name: 'settings', page: 'privacy' }) }, text('contacts.blockedPeople', { count })));
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function nobody({ contactSearch: name }, actions) {
    return h('div', { key: 'nobody' }, empty({
        drawing: 'search', title: text('contacts.search.nobody', { name: name.trim() }), text: text('contacts.search.elsewhere'),
        actions: [button({ label: text('contacts.add'), symbol: 'addPerson', onclick: () => actions.go({ name: 'add' }) })],
    }));
}
