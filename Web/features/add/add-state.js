/**
 * Adding someone by link or token, or by address, number or fingerprint (requirements 000, 004).
 * @typedef {object} AddState
 * @property {'empty' | 'resolving' | 'resolved' | 'sending' | 'sent' | 'alreadyRequested' | 'becameContacts' | 'accepted' | 'failed'} status
 * @property {string} text
 * @property {string} displayName whom it leads to, once resolved
 * @property {string} [token] of the person that a search found
 * @property {boolean} [isOpened] whether the text is a link that was opened or scanned, not typed
 * @property {boolean} [isOther] the person found isn't the contact of that name, says who searches
 * @property {import('../../state/state.js').Problem | null} problem
 */

/**
 * The one contact of a name, as a search or a link gives it: the server does not say whose it is.
 * @param {Pick<import('../../state/state.js').State, 'contacts'>} state
 * @param {string} name
 */
export function contactNamed({ contacts }, name) {
    const found = contacts.value?.filter(({ contactName }) => contactName === name) ?? [];
    return found.length === 1 ? found[0] : null;
}

/** @returns {AddState} */
export const emptyAdd = () => ({ status: 'empty', text: '', displayName: '', problem: null });
