import { text } from '../../texts/text.js';
import { participantsOf } from '../calls/people/people-state.js';

/**
 * The details of one contact that aren't in the list.
 * @typedef {object} PersonState
 * @property {number} userId
 * @property {import('../../state/state.js').Loadable<import('../../contacts/contact-devices.js').ContactDevices>} devices
 * @property {import('../../state/state.js').Loadable<import('../history/past-call.js').PastCall[]>} calls the newest with them
 */
/**
 * A contact's device that is compared with this one.
 * @typedef {import('../../state/state.js').Loadable<import('../comparison/comparison.js').Comparison> & { userId: number, deviceId: number, code: string | null, differs: 'scanned' | 'said' | null }} ComparisonState
 *     `code`: what was scanned and not looked at yet; `differs`: a code was, and says something else, or the person found the numbers to be different
 */

/**
 * @param {number} userId
 * @returns {PersonState}
 */
export const newPerson = (userId) => ({
    userId, devices: { status: 'loading', value: null, problem: null }, calls: { status: 'loading', value: null, problem: null },
});

/**
 * The name of a person with something to compare: a contact, or a participant of the call; null for others.
 * @param {Pick<import('../../state/state.js').State, 'contacts' | 'call'>} state
 * @param {number} user
 * @returns {import('../../texts/text.js').Words | null}
 */
export function knownName({ contacts, call }, user) {
    const contact = contacts.value?.find(({ contactId }) => contactId === user);
    if (contact) return contact.contactName;
    const inCall = call && participantsOf(call).find(({ userId }) => userId === user);
    return inCall ? inCall.name || text('common.somebody') : null;
}
