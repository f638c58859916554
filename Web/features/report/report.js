/** @typedef {'spam' | 'harassment' | 'impersonation' | 'other'} ReportReason why someone is reported (wire-protocol 8.4) */

/**
 * The question about someone who is to be reported, a contact or not.
 * @param {number} userId
 * @param {string} name
 * @returns {import('../../state/state.js').ReportQuestion}
 */
export const newReport = (userId, name) => ({ kind: 'reportPerson', userId, name, reason: null, note: '', isBusy: false });

/** In UTF-16 units. */
export const longestNote = 500;
