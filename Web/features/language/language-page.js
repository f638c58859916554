import { empty } from '../../components/message.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { settingsPage } from '../settings/page.js';
import { languageRows } from './language-rows.js';

/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * The language of the page: the system's, or one found by its name.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {Actions} actions
 */
export function languagePage({ language }, route, actions) {
    const rows = languageRows(language);
    return settingsPage(route,
        h('search', { class: 'list-search', key: 'search' },
            h('label', { class: 'list-search-field' },
                icon('search'),
                h('input', {
                    class: 'field-input', id: 'language-search', type: 'search', value: language.search, placeholder: text('language.search'), 'aria-label': text('language.search'),
                    autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search',
                    oninput: (/** @type {Event} */ event) => actions.searchLanguages(/** @type {HTMLInputElement} */ (event.target).value),
                    onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') actions.searchLanguages(''); },
                }))),
        rows.length > 0
            ? h('fieldset', { class: 'choices', key: 'languages' }, h('legend', { class: 'visually-hidden' }, text('language.title')), rows.map((row) => languageRow(row, actions)))
            : h('div', { key: 'nothing', role: 'status' }, empty({ drawing: 'search', title: text('language.nothing') })));
}

/**
 * @param {import('./language-rows.js').LanguageRow} row
 * @param {Actions} actions
 */
function languageRow({ choice, language, name, note, isChosen }, actions) {
    const isSystem = choice === 'system';
    return h('label', { class: 'check language', key: choice },
        h('input', { type: 'radio', name: 'language', value: choice, checked: isChosen, onchange: () => actions.chooseLanguage(choice) }),
        h('span', { class: 'row-text' },
            h('span', { lang: isSystem ? undefined : language, dir: 'auto' }, name),
            note && h('span', { class: 'row-note', lang: isSystem ? language : undefined, dir: 'auto' }, note)));
}
