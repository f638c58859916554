import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';

/**
 * The field above the contacts that filters them by name, with the number of matches.
 * @param {import('../../state/state.js').State} state
 * @param {number} found
 * @param {number} all
 * @param {import('../../state/actions.js').Actions} actions
 */
export function contactSearch({ contactSearch: wanted }, found, all, actions) {
    return h('search', { class: 'list-search', key: 'search' },
        h('label', { class: 'list-search-field' },
            icon('search'),
            h('input', {
                class: 'field-input', id: 'contact-search', type: 'search', value: wanted, placeholder: text('contacts.search.label'),
                'aria-label': text('contacts.search.label'), 'aria-describedby': 'contact-count', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search',
                oninput: (/** @type {Event} */ event) => actions.searchContacts(/** @type {HTMLInputElement} */ (event.target).value),
                onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') actions.searchContacts(''); },
            })),
        h('p', { class: 'list-count', id: 'contact-count', role: 'status' },
            wanted.trim() === '' ? text('contacts.count', { count: all }) : text('contacts.search.found', { found, count: all })));
}
