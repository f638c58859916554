/** @typedef {import('../../state/state.js').Problem} Problem */

/**
 * What is wrong with a link, for who wanted to add somebody (requirement 004).
 * @type {Record<string, { title: string, text: string }>}
 */
const linkProblems = {
    empty: { title: 'Nothing here yet', text: 'Paste a link or a token first.' },
    notALink: { title: 'Not a link', text: 'Paste the whole link or the 43 letters and digits at its end, or give an address or a number with +.' },
    notAContactLink: { title: 'Not a contact link', text: 'A contact link ends in /share/contact/ and 43 letters and digits.' },
    malformedToken: { title: 'This link is damaged', text: 'Its last part is not complete. Copy the whole link again.' },
    otherServer: { title: 'Another server', text: 'This link belongs to another server. Both of you need an account on the same one.' },
    ErrTokenNotFound: { title: 'Invalid link', text: 'This link is mistyped, or its owner has withdrawn it. Ask for a new one.' },
    ErrTokenExpired: { title: 'Link expired', text: 'Links are valid for 24 hours. Ask for a new one.' },
    ErrTokenUsed: { title: 'Link used', text: 'Each link works for one person, once. Ask for a new one.' },
    ErrSelfResolve: { title: 'Your own link', text: 'Send it to the person who should add you.' },
    ErrAlreadyFriends: { title: 'Already contacts', text: 'You can call each other now.' },
    ErrTooManyRequests: { title: 'Too many tries', text: 'Wait a minute, then try again.' },
    nobodyFound: { title: 'Nobody found', text: 'Nobody here has this address or number, or they do not want to be found by it. Ask them for a link.' },
    notAnEmail: { title: 'Not an address', text: 'Give all of the e-mail address.' },
    notAPhoneNumber: { title: 'Not a number', text: 'Give the + and 5 to 15 digits.' },
    ErrSearchContactsFailed: { title: 'Not an address or number', text: 'Give all of it, a number with + and country code.' },
    ErrTooManySearches: { title: 'Too many searches', text: 'Try again in an hour, or ask them for a link.' },
    offline: { title: 'No connection', text: 'The server cannot be reached. The link is still good; try again.' },
    timeout: { title: 'No answer', text: 'The server did not answer in time. Try again.' },
};

/** After these another try with the same link may succeed. */
const passing = new Set(['offline', 'timeout', 'ErrTooManyRequests', 'ErrSendFriendRequestFailed', 'ErrStorageUnavailable', 'ErrInternal', 'undecodable', '']);

/** @param {Problem} problem */
export const linkProblem = (problem) => linkProblems[problem.code]
    ?? { title: problem.code === 'ErrSendFriendRequestFailed' ? 'Not sent' : 'This did not work', text: problem.message };

/** @param {Problem} problem */
export const isPassing = (problem) => passing.has(problem.code);
