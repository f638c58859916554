/**
 * Adding someone by link or token, or by address, number or fingerprint (requirements 000, 004).
 * @typedef {object} AddState
 * @property {'empty' | 'resolving' | 'resolved' | 'sending' | 'sent' | 'alreadyRequested' | 'becameContacts' | 'accepted' | 'failed'} status
 * @property {string} text
 * @property {string} displayName whom it leads to, once resolved
 * @property {string} [token] of the person that a search found
 * @property {import('../../state/state.js').Problem | null} problem
 */

/** @returns {AddState} */
export const emptyAdd = () => ({ status: 'empty', text: '', displayName: '', problem: null });
