import { isInCall } from '../calls/members/member.js';

/** @typedef {import('./state.js').CallState} CallState */
/** @typedef {import('../calls/model/call-event.js').ShownPerson} ShownPerson */
/** @typedef {{ userId: number, name: string }} Named */
/**
 * Contacts of whom some are to be called at once, or rung into the running call.
 * @typedef {{ purpose: 'call' | 'add', userIds: number[], search: string, isBusy: boolean, problem: import('./state.js').Problem | null }} ChoosingState
 */

/** How many take part in a call or ring at once, by rule of the server (wire-protocol 4.5). */
export const mostPeople = 50;

/**
 * @param {ChoosingState['purpose']} purpose
 * @returns {ChoosingState}
 */
export const nobodyChosen = (purpose) => ({ purpose, userIds: [], search: '', isBusy: false, problem: null });

/**
 * Somebody who is about to be called, before the server has said anything of them.
 * @param {Named} person
 * @returns {ShownPerson}
 */
export const calledPerson = ({ userId, name }) => ({
    userId, name, status: 'ringing', isHost: false, isMuted: false, isVideoEnabled: false, isSelf: false, volume: 100, isHeard: true,
});

/**
 * Everybody whom the call has, had or rings, but oneself.
 * @param {Pick<CallState, 'people'>} call
 */
export const othersOf = ({ people }) => people.filter(({ isSelf }) => !isSelf);

/**
 * Whether the call has, had or rings more than one other.
 * @param {Pick<CallState, 'people'>} call
 */
export const isOfSeveral = (call) => othersOf(call).length > 1;

/**
 * Whether this person has made the call: they may ask others to mute, and remove them.
 * @param {Pick<CallState, 'people'>} call
 */
export const isMaker = ({ people }) => people.some(({ isSelf, isHost }) => isSelf && isHost);

/** @param {ShownPerson} person */
export const isThere = ({ status }) => isInCall(status);
/** @param {ShownPerson} person */
export const rings = ({ status }) => status === 'ringing';

/**
 * How many more can be chosen.
 * @param {ChoosingState} choosing
 * @param {CallState | null} call
 */
export function placesLeft({ purpose, userIds }, call) {
    const taken = purpose === 'add' && call ? 1 + othersOf(call).filter((one) => isThere(one) || rings(one)).length : 1;
    return Math.max(0, mostPeople - taken - userIds.length);
}

/**
 * The contacts who can be chosen: not who is blocked, nor who is in the call already or rings.
 * @param {Pick<import('./state.js').State, 'contacts' | 'call'>} state
 * @param {ChoosingState} choosing
 */
export function whoCanBeChosen({ contacts, call }, { purpose }) {
    const taken = new Set(purpose === 'add' && call ? othersOf(call).filter((one) => isThere(one) || rings(one)).map(({ userId }) => userId) : []);
    return (contacts.value ?? []).filter(({ contactId, isBlocked }) => isBlocked !== true && !taken.has(contactId));
}

/**
 * Those of these who are contacts and can be called, as the contacts name them.
 * @param {readonly { userId: number }[]} people
 * @param {import('./state.js').Contact[] | null} contacts
 * @returns {Named[]}
 */
export function callable(people, contacts) {
    return people.flatMap(({ userId }) => {
        const contact = contacts?.find(({ contactId }) => contactId === userId);
        return contact && contact.isBlocked !== true ? [{ userId, name: contact.contactName }] : [];
    });
}
