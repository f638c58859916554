/**
 * Whether it is what a list of contacts is shown from; another release of the page may have kept it.
 * @param {unknown} value
 * @returns {value is import('../state/state.js').Contact[]}
 */
export const areContacts = (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one?.contactId) && typeof one.contactName === 'string');
