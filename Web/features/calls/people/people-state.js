import { isInCall } from '../../../calls/members/member.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../call-state.js').Participant} Participant */
/** @typedef {{ userId: number, name: string }} Named */
/**
 * A choice of contacts to call at once, or to call into the running call.
 * @typedef {{ purpose: 'call' | 'add', userIds: number[], search: string, isBusy: boolean, problem: import('../../../state/state.js').Problem | null }} ChoosingState
 */

/** The most people who take part in a call or ring at once, by rule of the server (wire-protocol 4.5). */
export const mostPeople = 50;

/**
 * @param {ChoosingState['purpose']} purpose
 * @returns {ChoosingState}
 */
export const nobodyChosen = (purpose) => ({ purpose, userIds: [], search: '', isBusy: false, problem: null });

/**
 * The others in the call, in the order in which they joined: each has a tile.
 * @param {Pick<CallState, 'members'>} call
 */
export const participantsOf = ({ members }) => members.filter(({ slot }) => slot !== null).sort((one, other) => (one.since ?? 0) - (other.since ?? 0));

/** @param {Pick<CallState, 'members'>} call */
export const handsOf = ({ members }) => members.filter(({ hand }) => hand !== null).sort((one, other) => (one.hand ?? 0) - (other.hand ?? 0)).map(({ userId }) => userId);

/**
 * Everyone whom the call has, had or rings, except the own user.
 * @param {Pick<CallState, 'members'>} call
 */
export const othersOf = ({ members }) => members.filter(({ isSelf }) => !isSelf);

/** @param {Pick<CallState, 'members'>} call */
export const isOfSeveral = (call) => othersOf(call).length > 1;

/**
 * Whether this person is the maker of the call: they can ask others to mute, and remove them.
 * @param {Pick<CallState, 'members'>} call
 */
export const isMaker = ({ members }) => members.some(({ isSelf, isHost }) => isSelf && isHost);

/**
 * @param {Pick<CallState, 'members'>} call
 * @param {number} userId
 */
export const memberOf = ({ members }, userId) => members.find((one) => one.userId === userId);

/** @param {Pick<Participant, 'status'>} person */
export const isThere = ({ status }) => isInCall(status);
/** @param {Pick<Participant, 'status'>} person */
export const rings = ({ status }) => status === 'ringing';

/**
 * @param {ChoosingState} choosing
 * @param {CallState | null} call
 */
export function placesLeft({ purpose, userIds }, call) {
    const taken = purpose === 'add' && call ? 1 + othersOf(call).filter((one) => isThere(one) || rings(one)).length : 1;
    return Math.max(0, mostPeople - taken - userIds.length);
}

/**
 * The contacts who can be chosen: neither blocked, nor already in the call, nor ringing.
 * @param {Pick<import('../../../state/state.js').State, 'contacts' | 'call'>} state
 * @param {ChoosingState} choosing
 */
export function whoCanBeChosen({ contacts, call }, { purpose }) {
    const taken = new Set(purpose === 'add' && call ? othersOf(call).filter((one) => isThere(one) || rings(one)).map(({ userId }) => userId) : []);
    return (contacts.value ?? []).filter(({ contactId, isBlocked }) => isBlocked !== true && !taken.has(contactId));
}

/**
 * Returns the people who are contacts and can be called, as the contacts name them.
 * @param {readonly { userId: number }[]} people
 * @param {import('../../../state/state.js').Contact[] | null} contacts
 * @returns {Named[]}
 */
export function callable(people, contacts) {
    return people.flatMap(({ userId }) => {
        const contact = contacts?.find(({ contactId }) => contactId === userId);
        return contact && contact.isBlocked !== true ? [{ userId, name: contact.contactName }] : [];
    });
}
