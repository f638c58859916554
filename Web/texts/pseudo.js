import { Texts } from './texts.js';

/** @typedef {import('./texts.js').Table} Table */

/** The pseudo-language in which screens are checked: accented, half as long again, from right to left. */
export const pseudoLanguage = 'en-XA';

const accented = new Map([...'aáeéiíoóuúnñcçsšyýAÁEÉIÍOÓUÚNÑCÇSŠYÝ'].flatMap((letter, index, all) => (index % 2 === 0 ? [[letter, all[index + 1]]] : [])));
const vowel = /[aeiou]/i;

/**
 * The texts of a table in the pseudo-language: anything that is not accented does not come from the catalogue, and anything that is cut has
 * no room for longer words.
 * @param {Table} table of English
 */
export const pseudoTexts = (table) => new Texts(pseudoLanguage, pseudoTable(table), { direction: 'rtl' });

/** @param {Table} table */
function pseudoTable(table) {
    return Object.fromEntries(Object.entries(table).map(([key, entry]) => {
        // Names stay as they are.
        if (key === 'common.brand') return [key, entry];
        if (typeof entry === 'string') return [key, pseudo(entry)];
        const { by, ...patterns } = entry;
        return [key, { by, ...Object.fromEntries(Object.entries(patterns).map(([category, pattern]) => [category, pseudo(pattern)])) }];
    }));
}

/**
 * Arguments and strong text stay. A directional mark on either side keeps the brackets at the ends of the text.
 * @param {string} pattern
 */
function pseudo(pattern) {
    const words = pattern.split(/(\{\w+\})/).map((part, index) => (index % 2 === 1 ? part : stretched(part))).join('');
    return `\u200f⟦${words}⟧\u200f`;
}

/** @param {string} words */
function stretched(words) {
    return [...words].map((letter) => {
        const other = accented.get(letter) ?? letter;
        return vowel.test(letter) ? other + other.toLowerCase() : other;
    }).join('');
}
