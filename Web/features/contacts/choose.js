import { avatar } from '../../components/avatar.js';
import { button, iconButton } from '../../components/button.js';
import { dialog } from '../../components/dialog.js';
import { heading } from '../../components/heading.js';
import { empty, message } from '../../components/message.js';
import { peopleNamed } from './name-search.js';
import { h } from '../../dom/h.js';
import { Memo } from '../../dom/memo.js';
import { icon } from '../../icons.js';
import { mostPeople, placesLeft, whoCanBeChosen } from '../calls/people/people-state.js';
import { calling } from '../../state/calling.js';
import { text } from '../../texts/text.js';
import { doubtNote } from '../../components/name-doubt.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../calls/people/people-state.js').ChoosingState} ChoosingState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

// Only rows that change with a keystroke in the search, or with a choice, are rendered: there may be a thousand.
const rows = new Memo();

/**
 * The contacts, several of whom can be chosen for a group call.
 * @param {State} state
 * @param {ChoosingState} choosing
 * @param {Actions} actions
 * @param {1 | 2} level of its title
 */
export function chooseList(state, choosing, actions, level) {
    const count = choosing.userIds.length;
    const can = calling(state, count === 0);
    return h('section', {
        class: 'pane-inner choose', key: 'choose', 'aria-labelledby': 'choose-title',
        onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape' && !event.defaultPrevented) actions.stopChoosing(); },
    },
        h('header', { class: 'pane-head' },
            heading(text('choose.title'), { key: 'title', id: 'choose-title', level }),
            h('span', { class: 'pane-head-end' }, iconButton({ key: 'cancel', label: text('common.cancel'), symbol: 'close', onclick: actions.stopChoosing }))),
        h('div', { class: 'pane-body', key: 'body' }, who(state, choosing, actions)),
        h('footer', { class: 'choose-foot', key: 'foot' },
            sentence(choosing, state),
            h('div', { class: 'choose-buttons' },
                button({ key: 'call', label: count === 0 ? text('contact.call') : text('choose.call', { count }), symbol: 'phone', tone: 'primary', ...can, onclick: () => actions.callChosen(false) }),
                button({ key: 'video', label: text('choose.video'), symbol: 'video', ...can, onclick: () => actions.callChosen(true) }))));
}

/**
 * The same over the running call, to add people to it.
 * @param {State} state
 * @param {Actions} actions
 */
export function addPeople(state, actions) {
    const { choosing, call } = state;
    if (choosing?.purpose !== 'add' || call?.phase !== 'inCall') return null;
    const { userIds, isBusy, problem } = choosing;
    return dialog({ key: 'add-people', labelledBy: 'choose-title', onDismiss: isBusy ? null : actions.stopChoosing, kind: 'choose choose-dialog' },
        h('h2', { class: 'dialog-title', id: 'choose-title', tabindex: '-1' }, text('choose.add.title')),
        h('div', { class: 'choose-body', key: 'body' }, who(state, choosing, actions)),
        problem && h('div', { key: 'problem' }, message('bad', problem.message)),
        sentence(choosing, state),
        h('div', { class: 'dialog-actions' },
            button({ key: 'no', label: text('common.cancel'), isDisabled: isBusy, onclick: actions.stopChoosing }),
            button({ key: 'yes', label: userIds.length === 0 ? text('people.add') : text('choose.add', { count: userIds.length }), tone: 'primary', isBusy, isDisabled: userIds.length === 0, onclick: actions.addChosen })));
}

/**
 * @param {ChoosingState} choosing
 * @param {State} state
 */
function sentence(choosing, { call }) {
    const count = choosing.userIds.length;
    const isFull = placesLeft(choosing, call) === 0;
    return h('p', { class: 'choose-count', key: 'count', role: 'status' },
        isFull ? text('choose.full', { most: mostPeople }) : count === 0 ? text('choose.none') : text('choose.chosen', { count }));
}

/**
 * @param {State} state
 * @param {ChoosingState} choosing
 * @param {Actions} actions
 */
function who(state, choosing, actions) {
    const contacts = whoCanBeChosen(state, choosing);
    if (contacts.length === 0) return empty({ symbol: 'people', title: text(choosing.purpose === 'add' ? 'choose.add.nobody' : 'contacts.empty.title') });
    const found = new Set(peopleNamed(contacts, choosing.search));
    const isFull = placesLeft(choosing, state.call) === 0;
    return [
        h('label', { class: 'list-search-field choose-search', key: 'search' },
            icon('search'),
            h('input', {
                class: 'field-input', id: 'choose-search', type: 'search', value: choosing.search, placeholder: text('contacts.search.label'), 'aria-label': text('contacts.search.label'),
                autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search',
                oninput: (/** @type {Event} */ event) => actions.searchToChoose(/** @type {HTMLInputElement} */ (event.target).value),
                // Escape first clears the search text, then the choice.
                onkeydown: (/** @type {KeyboardEvent} */ event) => {
                    if (event.key !== 'Escape' || choosing.search === '') return;
                    event.preventDefault();
                    event.stopPropagation();
                    actions.searchToChoose('');
                },
            })),
        h('ul', { class: 'rows choose-rows', key: 'rows' }, contacts.flatMap((contact) => {
            const isChosen = choosing.userIds.includes(contact.contactId);
            return row(contact, { isShown: found.has(contact), isChosen, isDisabled: choosing.isBusy || (isFull && !isChosen) }, actions);
        })),
        found.size === 0 && h('p', { class: 'choose-nobody', key: 'nobody' }, text('contacts.search.nobody', { name: choosing.search.trim() })),
    ];
}

/**
 * @param {import('../../state/state.js').Contact} contact
 * @param {{ isShown: boolean, isChosen: boolean, isDisabled: boolean }} how
 * @param {Actions} actions
 */
function row(contact, { isShown, isChosen, isDisabled }, actions) {
    const { contactId: id, contactName: name, doubt } = contact;
    return rows.of(contact, [isShown, isChosen, isDisabled, actions], () => [h('li', { class: 'row', key: id, hidden: !isShown },
        h('label', { class: 'row-main choose-row' },
            h('input', {
                type: 'checkbox', class: 'choose-box', 'aria-label': name, checked: isChosen, disabled: isDisabled,
                onchange: (/** @type {Event} */ event) => actions.choose(id, /** @type {HTMLInputElement} */ (event.target).checked),
            }),
            avatar(name, id),
            h('span', { class: 'row-text' }, h('span', { class: 'row-title', dir: 'auto' }, name), doubt && h('span', { class: 'row-note' }, doubtNote(doubt)))))]);
}
