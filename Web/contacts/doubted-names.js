import { isVerified, keptName, plain } from './kept-people.js';
import { areAlike } from './name-skeleton.js';

/**
 * The doubt about the name that the server gives a person; null if there is none.
 * @param {import('./kept-people.js').KeptPeople} kept
 * @param {number} user
 * @param {string} said
 * @returns {import('./kept-people.js').NameDoubt | null}
 */
export function doubtOf(kept, user, said) {
    const name = keptName(kept, user);
    const trimmed = plain(said);
    if (trimmed === '') return null;
    if (name !== null) return name === trimmed ? null : { doubt: 'renamed', kept: name, said: trimmed };
    const namesakes = Object.entries(kept.people)
        .filter(([other, person]) => Number(other) !== user && person.name !== undefined && areAlike(person.name, trimmed))
        .map(([other, person]) => ({ of: Number(other), name: person.name ?? '', isVerified: isVerified(person) }))
        .sort((one, other) => Number(other.isVerified) - Number(one.isVerified) || one.of - other.of);
    return namesakes.length > 0 ? { doubt: 'namesake', ...namesakes[0] } : null;
}
