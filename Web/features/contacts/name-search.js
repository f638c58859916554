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

/**
 * The people whose name has every word of the search, in any order; all of them for an empty search.
 * @template {{ contactName: string }} Person
 * @param {readonly Person[]} people
 * @param {string} wanted as it is typed
 * @returns {Person[]}
 */
export function peopleNamed(people, wanted) {
    const words = foldedName(wanted).split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) return [...people];
    return people.filter((person) => {
        const name = foldedOf(person);
        return words.every((word) => name.includes(word));
    });
}

/** @type {WeakMap<object, string>} each name is folded once: typing asks for all names with each key */
const folded = new WeakMap();

/** @param {{ contactName: string }} person */
function foldedOf(person) {
    let name = folded.get(person);
    if (name === undefined) folded.set(person, name = foldedName(person.contactName));
    return name;
}
