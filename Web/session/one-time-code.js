import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';
import { plainDigits } from '../texts/digits.js';
import { visibleText } from '../texts/visible-text.js';

/** The possible lengths of a code; most have the fewest digits, and more after wrong guesses. */
export const codeLengths = [6, 8, 10];

/** Digits with at most one character between two of them, on one line. */
const group = /[0-9](?:[\t\p{Zs}\p{Pd}\u2212._·・]?[0-9])*/gu;
/** Characters that never stand next to a code: the digits belong to a longer word, a fraction or a phone number. */
const cut = { before: /[\p{Lu}\p{Ll}\p{Lt}\p{Nl}\p{No}+]$/u, after: /^[\p{Lu}\p{Ll}\p{Lt}\p{Nl}\p{No}]/u };

/**
 * The one code in a text, such as a message with a sentence around it, in the digits of any script; null if there is none, or more than
 * one. Twin of PastedCode.swift (`Tests/Vectors/pasted-codes.json`).
 * @param {string} pasted
 * @param {number[]} [lengths] how many digits it may have
 * @returns {string | null}
 */
export function codeIn(pasted, lengths = codeLengths) {
    const text = plainDigits(visibleText(pasted));
    const codes = new Set([...text.matchAll(group)].flatMap(({ 0: found, index = 0 }) => {
        if (cut.before.test(text.slice(0, index)) || cut.after.test(text.slice(index + found.length))) return [];
        const whole = found.replace(/[^0-9]/g, '');
        return lengths.includes(whole.length) ? [whole] : found.split(/[^0-9]/).filter((part) => lengths.includes(part.length));
    }));
    const joined = text.replace(/[\p{White_Space}]+/gu, ' ');
    if (codes.size === 0 && joined !== text) return codeIn(joined, lengths);
    const [code] = codes;
    return codes.size === 1 ? code : null;
}

/**
 * Whether the input is now a complete code that was not there before: typed to its end, or pasted over another.
 * @param {string} before
 * @param {string} typed
 * @param {number} [length] of the code that was sent
 */
export function isNewCode(before, typed, length = codeLengths[0]) {
    const code = codeIn(typed, [length]);
    return code !== null && code !== codeIn(before, [length]);
}

/**
 * @param {string} typed
 * @throws {InputError}
 */
export function parseCode(typed) {
    const code = codeIn(typed);
    if (code === null) throw new InputError('malformedCode', text('errors.input.malformedCode'));
    return code;
}
