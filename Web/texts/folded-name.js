/** Letters that Unicode does not take apart, as people type them who lack the key. */
const replacements = new Map([
    ['đ', 'd'], ['ð', 'd'], ['ħ', 'h'], ['ı', 'i'], ['ł', 'l'], ['ø', 'o'], ['ŧ', 't'], ['ß', 'ss'], ['æ', 'ae'], ['œ', 'oe'], ['þ', 'th'], ['ς', 'σ'],
]);

/**
 * A name without accents and case: what a search compares.
 * The twin of NameSearch.swift (`Tests/Vectors/name-search.json`).
 * @param {string} name
 */
export const foldedName = (name) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    .replace(/[đðħıłøŧßæœþς]/g, (letter) => replacements.get(letter) ?? letter);
