/**
 * Whether it is data that a list of contacts is shown from; another release of the page may have stored it.
 * @param {unknown} value
 * @returns {value is import('../state/state.js').Contact[]}
 */
export const areContacts = (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one?.contactId) && typeof one.contactName === 'string');
