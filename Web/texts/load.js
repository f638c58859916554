import { pageFiles } from '../page-files.js';
import { pseudoLanguage, pseudoTexts } from './pseudo.js';
import { Texts } from './texts.js';

/**
 * The texts in the first of these languages that the page has; English where it has none.
 * @param {readonly string[]} wanted as the browser names them, the best first
 * @param {(path: string) => Promise<Response>} [fetched] a file of the page
 */
export async function loadTexts(wanted, fetched = (path) => fetch(path)) {
    if (wanted[0] === pseudoLanguage) return pseudoTexts(await loadTable('en', fetched));
    // Numbers and dates follow the region that the person has chosen.
    const locale = wanted.find((one) => Object.hasOwn(pageFiles.texts, one.split('-')[0])) ?? 'en';
    const language = locale.split('-')[0];
    return new Texts(language, await loadTable(language, fetched), { locale });
}

/**
 * @param {string} language
 * @param {(path: string) => Promise<Response>} fetched
 * @returns {Promise<import('./texts.js').Table>}
 */
async function loadTable(language, fetched) {
    const response = await fetched(pageFiles.texts[language]);
    if (!response.ok) throw new Error(`no texts in '${language}' (${response.status})`);
    return response.json();
}
