import { choiceOf } from '../texts/languages.js';

/** @typedef {import('../texts/languages.js').LanguageChoice} LanguageChoice */

/** The name under which windows of this browser share the choice. */
export const keptName = 'language';

/** @returns {LanguageChoice} */
export function keptLanguage() {
    try {
        return choiceOf(localStorage.getItem(keptName));
    } catch {
        // Storage is blocked.
        return 'system';
    }
}

/**
 * Stores the choice for the next time; if storage is blocked, it lasts as long as the page.
 * @param {LanguageChoice} choice
 */
export function keepLanguage(choice) {
    try {
        if (choice === 'system') localStorage.removeItem(keptName);
        else localStorage.setItem(keptName, choice);
    } catch {
        // A failure is not worth a notice.
    }
}
