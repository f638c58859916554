/** @typedef {import('../../state/state.js').Contact} Contact */

/**
 * Merges contacts that were fetched again: an unchanged contact keeps its identity, so that it isn't redrawn.
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
