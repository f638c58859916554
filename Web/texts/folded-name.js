import { plainDigits } from './digits.js';

/** Letters that Unicode does not decompose, with the replacements that people without the key type. */
const replacements = new Map([
    ['đ', 'd'], ['ð', 'd'], ['ħ', 'h'], ['ı', 'i'], ['ł', 'l'], ['ø', 'o'], ['ŧ', 't'], ['ß', 'ss'], ['æ', 'ae'], ['œ', 'oe'], ['þ', 'th'], ['ς', 'σ'],
    ['’', '\''], ['ʼ', '\''],
]);

/**
 * A name without accents, case and invisible characters, and with ASCII digits: the form that a search compares. The twin of
 * NameSearch.swift (`Tests/Vectors/name-search.json`, `search-names.json`).
 * @param {string} name
 */
export const foldedName = (name) => plainDigits(name.normalize('NFKD').replace(/[\p{M}\p{Cf}\u0640]/gu, '')).toLowerCase()
    // İ in lower case has a combining dot.
    .replace(/\p{M}/gu, '').replace(/[đðħıłøŧßæœþς’ʼ]/g, (letter) => replacements.get(letter) ?? letter);
