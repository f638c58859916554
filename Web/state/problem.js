import { text } from '../texts/text.js';
import { isWords } from '../texts/texts.js';

/**
 * The error of a request, for the state: a code and a sentence, and nothing else.
 * @param {unknown} error
 * @returns {import('./state.js').Problem}
 */
export function problemOf(error) {
    const { code, text: sentence } = /** @type {{ code?: unknown, text?: unknown }} */ (error ?? {});
    const isOurs = typeof code === 'string' && isWords(sentence);
    return isOurs ? { code, message: sentence } : { code: '', message: text('common.failed') };
}
