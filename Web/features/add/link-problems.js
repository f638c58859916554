import { text } from '../../texts/text.js';

/** @typedef {import('../../state/state.js').Problem} Problem */
/** @typedef {import('../../texts/text.js').PlainKey} PlainKey */

/**
 * The problems of a link, as shown to the person who wanted to add someone (requirement 004).
 * @type {Map<string, [title: PlainKey, sentence: PlainKey]>}
 */
const linkProblems = new Map(Object.entries({
    empty: ['add.problem.empty.title', 'add.problem.empty.text'],
    notALink: ['add.problem.notALink.title', 'add.problem.notALink.text'],
    notAContactLink: ['add.problem.notAContactLink.title', 'add.problem.notAContactLink.text'],
    malformedToken: ['add.problem.malformedToken.title', 'add.problem.malformedToken.text'],
    severalLinks: ['add.problem.severalLinks.title', 'add.problem.severalLinks.text'],
    otherServer: ['add.problem.otherServer.title', 'add.problem.otherServer.text'],
    ErrTokenNotFound: ['add.problem.notFound.title', 'add.problem.notFound.text'],
    ErrTokenExpired: ['add.problem.expired.title', 'add.problem.expired.text'],
    ErrTokenUsed: ['add.problem.used.title', 'add.problem.used.text'],
    ErrSelfResolve: ['add.problem.ownLink.title', 'add.problem.ownLink.text'],
    ErrAlreadyFriends: ['add.problem.alreadyContacts.title', 'add.problem.alreadyContacts.text'],
    ErrTooManyRequests: ['add.problem.tooManyRequests.title', 'add.problem.tooManyRequests.text'],
    nobodyFound: ['add.problem.nobodyFound.title', 'add.problem.nobodyFound.text'],
    yourself: ['add.problem.yourself.title', 'add.problem.yourself.text'],
    missingCountryCode: ['add.problem.missingCountryCode.title', 'add.problem.missingCountryCode.text'],
    notAnEmail: ['add.problem.notAnEmail.title', 'add.problem.notAnEmail.text'],
    phoneExtension: ['add.problem.notAPhoneNumber.title', 'errors.input.phoneExtension'],
    phoneLength: ['add.problem.notAPhoneNumber.title', 'errors.input.phoneLength'],
    emailLocalPart: ['add.problem.notAnEmail.title', 'errors.input.emailLocalPart'],
    notAPhoneNumber: ['add.problem.notAPhoneNumber.title', 'add.problem.notAPhoneNumber.text'],
    notAFingerprint: ['add.problem.notAFingerprint.title', 'add.problem.notAFingerprint.text'],
    notSearchable: ['add.problem.notSearchable.title', 'add.problem.notSearchable.text'],
    ErrSearchContactsFailed: ['add.problem.notSearchable.title', 'add.problem.notSearchable.text'],
    ErrTooManySearches: ['add.problem.tooManySearches.title', 'add.problem.tooManySearches.text'],
    offline: ['add.problem.offline.title', 'add.problem.offline.text'],
    timeout: ['add.problem.timeout.title', 'add.problem.timeout.text'],
}));

/** After these, another attempt with the same link may succeed. */
const passing = new Set(['offline', 'timeout', 'ErrTooManyRequests', 'ErrSendFriendRequestFailed', 'ErrStorageUnavailable', 'ErrInternal', 'undecodable', '']);

/**
 * @param {Problem} problem
 * @returns {{ title: import('../../texts/text.js').Text, sentence: import('../../texts/text.js').Words }}
 */
export function linkProblem({ code, message }) {
    const keys = linkProblems.get(code);
    if (keys) return { title: text(keys[0]), sentence: text(keys[1]) };
    return { title: text(code === 'ErrSendFriendRequestFailed' ? 'add.problem.notSent' : 'add.problem.other'), sentence: message };
}

/** @param {Problem} problem */
export const isPassing = (problem) => passing.has(problem.code);
