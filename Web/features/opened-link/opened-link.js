import { openedCall } from '../../contacts/call-link.js';
import { openedContact } from '../../state/routes.js';

/**
 * The link that a person opened who isn't in yet; its secret is not in the state. `by`: its owner's name, as the link claims; '' without one.
 * @typedef {{ kind: 'contact' | 'call', by: string }} OpenedLink
 */

/**
 * @param {string} fragment
 * @returns {OpenedLink | null} null in any other fragment
 */
export function openedLinkOf(fragment) {
    const contact = openedContact(fragment);
    if (contact) return { kind: 'contact', by: contact.by };
    const call = openedCall(fragment);
    if (call === null) return null;
    return { kind: 'call', by: call === 'damaged' ? '' : call.by ?? '' };
}

/**
 * Whether a link that was opened is still to be answered, and is opened again if the page is loaded again.
 * @param {Pick<import('../../state/state.js').State, 'joining' | 'add' | 'confirmsFirst'>} state
 */
export const keepsOpenedLink = ({ joining, add, confirmsFirst }) => joining !== null || confirmsFirst || (add.isOpened === true && unanswered.has(add.status));

/** The states of a contact link before its owner has been asked. */
const unanswered = new Set(['resolving', 'resolved', 'sending', 'failed']);
