import { foldedName } from '../../texts/folded-name.js';

/**
 * The people whose name contains every word of the search, in any order; all of them for an empty search.
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
