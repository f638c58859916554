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
 * Of a contact that has just been opened.
 * @param {number} userId
 * @returns {PersonState}
 */
export const newPerson = (userId) => ({
    userId, devices: { status: 'loading', value: null, problem: null }, calls: { status: 'loading', value: null, problem: null },
});
