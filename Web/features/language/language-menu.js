import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { choiceOf } from '../../texts/languages.js';
import { text } from '../../texts/text.js';
import { languageRows } from './language-rows.js';

/**
 * The choice of a language before there are any settings.
 * @param {import('./language-state.js').LanguageState} language
 * @param {Pick<import('../../state/actions.js').Actions, 'chooseLanguage'>} actions
 */
export const languageMenu = (language, actions) => h('div', { class: 'device-choice language-menu', key: 'language' },
    icon('globe'),
    h('select', {
        class: 'device-select', id: 'language', 'aria-label': text('language.title'), value: language.choice,
        onchange: (/** @type {Event} */ event) => actions.chooseLanguage(choiceOf(/** @type {HTMLSelectElement} */ (event.target).value)),
    }, languageRows({ ...language, search: '' }).map(({ choice, language: of, name }) =>
        h('option', { key: choice, value: choice, lang: choice === 'system' ? undefined : of }, name))),
    icon('onward'));
