import { foldedName } from '../../texts/folded-name.js';
import { languages, ownNames } from '../../texts/languages.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../texts/languages.js').Language} Language */
/** @typedef {import('../../texts/text.js').Words} Words */
/** @typedef {{ choice: import('../../texts/languages.js').LanguageChoice, language: Language, name: Words, note: string, isChosen: boolean }} LanguageRow `language`: that of the name and what is chosen by it */

/**
 * The languages to choose from: the system's first, then each under its own name. A search matches names in the language itself, in English
 * or in the page's language.
 * @param {import('./language-state.js').LanguageState} state
 * @returns {LanguageRow[]}
 */
export function languageRows({ choice, shown, system, search }) {
    const [here, english] = [namesIn(shown), namesIn('en')];
    const wanted = foldedName(search).trim();
    const matches = (/** @type {Language} */ language) => [ownNames[language], here(language), english(language), language].some((name) => foldedName(name).includes(wanted));
    const order = new Intl.Collator('en').compare;
    /** @type {LanguageRow[]} */
    const rows = languages.filter(matches).sort((one, other) => order(ownNames[one], ownNames[other])).map((language) => ({
        choice: language, language, name: ownNames[language], note: sameName(ownNames[language], here(language)) ? '' : here(language), isChosen: choice === language,
    }));
    return wanted === '' ? [{ choice: 'system', language: system, name: text('language.system'), note: ownNames[system], isChosen: choice === 'system' }, ...rows] : rows;
}

/**
 * @param {string} own
 * @param {string} here
 */
const sameName = (own, here) => foldedName(own) === foldedName(here);

/** @type {Map<string, (language: Language) => string>} */
const known = new Map();

/**
 * The names of languages in one of them, capitalized if the script has capitals.
 * @param {string} language
 */
function namesIn(language) {
    const made = known.get(language);
    if (made) return made;
    // The pseudo-language of tests has no names.
    const names = new Intl.DisplayNames([language, 'en'], { type: 'language' });
    const name = (/** @type {Language} */ of) => {
        const [first = '', ...rest] = names.of(of) ?? of;
        return first.toLocaleUpperCase(language) + rest.join('');
    };
    known.set(language, name);
    return name;
}
