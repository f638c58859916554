import { confusables } from './confusables.js';

/** @type {Map<string, string> | null} a character's prototype, by the lookalike character; made when the first name is compared */
let prototypes = null;

function readTable() {
    const table = new Map();
    for (const line of confusables.split('\n')) {
        const [prototype, alike] = line.split('\t');
        for (const character of alike) table.set(character, prototype);
    }
    return table;
}

/**
 * The appearance of a name: two names with the same skeleton can be confused (UTS 39, section 4). Computed from the compatibility
 * decomposition, and without invisible characters, so that more names match than in UTS 39.
 * @param {string} name
 */
export function skeletonOf(name) {
    prototypes ??= readTable();
    const table = prototypes;
    const mapped = (/** @type {string} */ text) => [...text].map((one) => table.get(one) ?? one).join('');
    const drawn = name.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
    // Letters whose decomposition differs from what they look like come first.
    const skeleton = mapped(mapped(drawn).normalize('NFKD')).normalize('NFD');
    return skeleton.replace(/\p{White_Space}+/gu, ' ').trim();
}

/**
 * Whether a person could mistake one name for the other. Case is ignored, both of the characters and of their lookalikes: people type names
 * without it.
 * @param {string} one
 * @param {string} other
 */
export function areAlike(one, other) {
    const [ones, others] = [one, other].map((name) => [skeletonOf(name), skeletonOf(name.toLowerCase()), skeletonOf(name).toLowerCase()]);
    return ones.some((skeleton, index) => skeleton === others[index]);
}
