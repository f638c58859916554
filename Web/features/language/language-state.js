/** @typedef {import('../../texts/languages.js').Language} Language */
/**
 * @typedef {object} LanguageState
 * @property {import('../../texts/languages.js').LanguageChoice} choice
 * @property {string} shown the language of the texts on the screen, which may still be the one before
 * @property {Language} system the language that the browser asks for
 * @property {string} search part of the names that the list of languages is to show
 */

/** @returns {LanguageState} */
export const emptyLanguage = () => ({ choice: 'system', shown: 'en', system: 'en', search: '' });
