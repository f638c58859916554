/** @typedef {import('../contacts/contact-devices.js').ContactDevices} ContactDevices */
/** @typedef {import('../history/past-call.js').PastCall} PastCall */
/**
 * What is shown of one contact besides what the list knows.
 * @typedef {object} PersonState
 * @property {number} userId
 * @property {import('./state.js').Loadable<ContactDevices>} devices
 * @property {import('./state.js').Loadable<PastCall[]>} calls the newest with them
 */
/**
 * A device of theirs that is compared with this one.
 * @typedef {import('./state.js').Loadable<import('../contacts/comparison.js').Comparison> & { userId: number, deviceId: number, code: string | null, differs: boolean }} ComparisonState
 *     `code`: what was scanned and not looked at yet; `differs`: a code was, and says something else
 */

/**
 * Of a contact that has just been opened.
 * @param {number} userId
 * @returns {PersonState}
 */
export const newPerson = (userId) => ({
    userId, devices: { status: 'loading', value: null, problem: null }, calls: { status: 'loading', value: null, problem: null },
});
