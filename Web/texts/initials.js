import { firstLetter } from './marks.js';

/** Punctuation before a word, and invisible characters. */
const before = /^[\p{P}\p{Cf}]+/u;
/**
 * Letters that combine with the next one, below them or after a vowel that is written first: browsers differ in what they count as one
 * letter.
 */
const joins = /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u1039\u17d2]$|^[\u0e40-\u0e44\u0ec0-\u0ec4]\p{M}*$/u;
/** Scripts without spaces between names, or with stacked letters: two initials would be illegible. */
const alone = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Hangul}\p{Script=Khmer}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/**
 * The letters that represent a name in a picture: the first ones of the first and the last word, in capitals; `?` for a name without
 * letters. The twin of Initials.swift (`Tests/Vectors/initials.json`).
 * @param {string} name
 */
export function initials(name) {
    const letters = name.split(/\s+/).map(firstOfWord).filter((letter) => letter !== '');
    if (letters.length === 0) return '?';
    const [first, last] = [letters[0], letters[letters.length - 1]];
    // The same in every language: a Turkish page shows the same initials as others.
    return (letters.length === 1 || alone.test(first) ? first : first + last).toUpperCase();
}

/** @param {string} word */
function firstOfWord(word) {
    let rest = word.replace(before, '');
    let letter = '';
    do {
        const next = firstLetter(rest);
        letter += next;
        rest = rest.slice(next.length);
    } while (joins.test(letter) && rest !== '');
    return letter;
}
