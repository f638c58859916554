import { text } from '../../texts/text.js';

/**
 * The remedy for a personal link that couldn't be loaded or changed, if the usual sentence doesn't say it.
 * @type {Map<string, import('../../texts/text.js').PlainKey>}
 */
const personalLinkProblems = new Map(Object.entries({
    ErrBadRequest: 'personalLink.problem.badRequest',
    offline: 'personalLink.problem.offline',
    timeout: 'add.problem.timeout.text',
    undecodable: 'personalLink.problem.undecodable',
}));
/** Codes whose usual sentence is sufficient. */
const instructive = new Set(['ErrTooManyShareTokens', 'ErrTooManyRequests', 'ErrStorageUnavailable', 'ErrInternal', 'signedOut']);

/**
 * @param {import('../../state/state.js').Problem} problem
 * @returns {import('../../texts/text.js').Words}
 */
export function personalLinkProblem({ code, message }) {
    const key = personalLinkProblems.get(code);
    if (key) return text(key);
    return instructive.has(code) ? message : text('personalLink.problem.other');
}
