/** @typedef {import('../../state/state.js').Contact} Contact */

/**
 * Contacts that were fetched again: who has not changed is the same value as before, so that nothing of them is drawn again.
 * @param {readonly Contact[]} before
 * @param {Contact[]} now
 * @returns {Contact[]}
 */
export function renewedContacts(before, now) {
    const known = new Map(before.map((contact) => [contact.contactId, contact]));
    return now.map((contact) => {
        const old = known.get(contact.contactId);
        return old && JSON.stringify(old) === JSON.stringify(contact) ? old : contact;
    });
}
