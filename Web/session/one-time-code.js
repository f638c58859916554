import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';

/**
 * A code without the spaces and dashes that people and messages put into it.
 * @param {string} typed
 */
const bare = (typed) => typed.replace(/[\s-]/g, '');

/**
 * Whether all six digits are there.
 * @param {string} typed
 */
const isWholeCode = (typed) => /^[0-9]{6}$/.test(bare(typed));

/**
 * Whether what is typed now is a whole code that was not there before: typed to its end, or pasted over another.
 * @param {string} before
 * @param {string} typed
 */
export const isNewCode = (before, typed) => isWholeCode(typed) && bare(before) !== bare(typed);

/**
 * The six digits of a code.
 * @param {string} typed
 * @throws {InputError}
 */
export function parseCode(typed) {
    if (!isWholeCode(typed)) throw new InputError('malformedCode', text('errors.input.malformedCode'));
    return bare(typed);
}
