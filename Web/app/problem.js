/**
 * What went wrong, for the state: a code and a sentence, nothing else of the error.
 * @param {unknown} error
 * @returns {import('../state/state.js').Problem}
 */
export function problemOf(error) {
    const { code, message } = /** @type {{ code?: unknown, message?: unknown }} */ (error ?? {});
    const isOurs = typeof code === 'string' && typeof message === 'string';
    return isOurs ? { code, message } : { code: '', message: 'Something went wrong. Try again.' };
}
