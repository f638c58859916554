/**
 * A person's matter that is shown on whatever screen one is: they want to be a contact, or have become one.
 * @typedef {{ kind: 'request', user: number, name: string, date: string } | { kind: 'contact', user: number, name: string, wasAcceptedHere: boolean, isListed: boolean }} Card
 *     `wasAcceptedHere`: by the card's own button; `isListed`: they were seen among the contacts
 */
/**
 * @typedef {object} CardState
 * @property {string[] | null} seen the pending requests that were put away, or looked at in their list; null: not known yet
 * @property {readonly Card[]} queue the first of those that can be shown is shown
 */

/** @returns {CardState} */
export const noCards = () => ({ seen: null, queue: [] });
