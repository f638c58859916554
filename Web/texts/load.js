import { pageFiles } from '../page-files.js';
import { bestLanguage } from './languages.js';
import { pseudoLanguage, pseudoTexts } from './pseudo.js';
import { Texts } from './texts.js';

/** @typedef {(path: string) => Promise<Response>} FetchFile fetches a file of the page */

/**
 * The texts in the language that matches best.
 * @param {readonly string[]} wanted tags (BCP 47), the best first
 * @param {FetchFile} [fetched]
 * @throws {Error} if they cannot be loaded
 */
export async function loadTexts(wanted, fetched = (path) => fetch(path)) {
    if (wanted[0] === pseudoLanguage) return pseudoTexts(await loadTable('en', fetched));
    const { language, locale } = bestLanguage(wanted);
    return new Texts(language, await loadTable(language, fetched), { locale });
}

/**
 * The same, or those in English if the others cannot be loaded.
 * @param {readonly string[]} wanted
 * @param {FetchFile} [fetched]
 */
export async function loadTextsOrEnglish(wanted, fetched) {
    try {
        return await loadTexts(wanted, fetched);
    } catch (error) {
        if (bestLanguage(wanted).language === 'en') throw error;
        return loadTexts(wanted.filter((tag) => bestLanguage([tag]).language === 'en'), fetched);
    }
}

/**
 * @param {string} language
 * @param {FetchFile} fetched
 * @returns {Promise<import('./texts.js').Table>}
 */
async function loadTable(language, fetched) {
    const response = await fetched(pageFiles.texts[language]);
    if (!response.ok) throw new Error(`no texts in '${language}' (${response.status})`);
    return response.json();
}
