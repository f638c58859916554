/** @typedef {import('../../../state/state.js').State} State */
/**
 * @typedef {{ callId: number, link: string, wasCopied: boolean }} CallLinkState
 */
/**
 * A link to a call that was opened here; its secret is not in the state.
 * @typedef {object} JoiningState
 * @property {import('../../../contacts/call-link.js').BadLink | 'ready' | 'asking' | 'nobody' | 'failed'} status `nobody`: no one answered
 *     the request to be let in
 * @property {number} callId
 * @property {number} userId the owner of the link
 * @property {string | null} by the owner's name, as the link claims
 * @property {'sending' | 'sent' | null} request to the owner to become a contact
 * @property {import('../../../state/state.js').Problem | null} problem why asking, to be let in or to become a contact, failed
 */

/**
 * @param {{ callId: number, userId: number, by?: string }} link
 * @returns {JoiningState}
 */
export const newJoining = ({ callId, userId, by }) => ({ status: 'ready', callId, userId, by: by ?? null, request: null, problem: null });

/**
 * @param {import('../../../contacts/call-link.js').BadLink} why it leads to no call
 * @returns {JoiningState}
 */
export const badLink = (why) => ({ status: why, callId: 0, userId: 0, by: null, request: null, problem: null });

/** @param {Pick<State, 'call' | 'callLink'>} state */
export const shownCallLink = ({ call, callLink }) => (callLink !== null && callLink.callId === call?.id ? callLink : null);

/**
 * The owner of the opened link; null if they aren't a contact.
 * @param {Pick<State, 'contacts'>} state
 * @param {JoiningState} joining
 */
export const linkMaker = ({ contacts }, { userId }) => contacts.value?.find(({ contactId }) => contactId === userId) ?? null;

/**
 * The person's part in the link's call: it is shown here, or can be returned to; null if they aren't in it.
 * @param {Pick<State, 'call' | 'running'>} state
 * @param {JoiningState} joining
 * @returns {'here' | 'running' | null}
 */
export function placeInCall({ call, running }, { callId }) {
    if (callId === 0) return null;
    if (call?.id === callId && call.phase !== 'ended' && call.phase !== 'incoming') return 'here';
    return running?.id === callId ? 'running' : null;
}
