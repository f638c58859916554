import { InputError } from '../protocol/errors.js';
import { plainDigits } from '../texts/digits.js';
import { text } from '../texts/text.js';

/** The possible numbers of digits of a code; most have the fewest, and more after wrong guesses. */
export const codeLengths = [6, 8, 10];

/**
 * A code without the spaces and dashes that people and messages put into it, in the digits of any script.
 * @param {string} typed
 */
const bare = (typed) => plainDigits(typed).replace(/[\s-]/g, '');

/**
 * Whether all digits are there.
 * @param {string} typed
 * @param {number[]} [lengths] how many that are
 */
const isWholeCode = (typed, lengths = codeLengths) => /^[0-9]+$/.test(bare(typed)) && lengths.includes(bare(typed).length);

/**
 * Whether what is typed now is a whole code that was not there before: typed to its end, or pasted over another.
 * @param {string} before
 * @param {string} typed
 * @param {number} [length] of the code that was sent
 */
export const isNewCode = (before, typed, length = codeLengths[0]) => isWholeCode(typed, [length]) && bare(before) !== bare(typed);

/**
 * @param {string} typed
 * @throws {InputError}
 */
export function parseCode(typed) {
    if (!isWholeCode(typed)) throw new InputError('malformedCode', text('errors.input.malformedCode'));
    return bare(typed);
}
