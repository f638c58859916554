/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('./card-state.js').Card} Card */
/** @typedef {import('./card-state.js').CardState} CardState */
/** @typedef {import('../contacts/requests-state.js').FriendRequest} FriendRequest */

/**
 * A request; one that the same person sends later is another.
 * @param {Pick<FriendRequest, 'user' | 'date'>} request
 */
const idOf = ({ user, date }) => `${user} ${date}`;

/**
 * The cards after any change of the state: new requests come last, those that were answered or withdrawn are gone, here or elsewhere, and
 * so is the offer to call someone who is called. The same object if nothing changes.
 * @param {Pick<State, 'cards' | 'requests' | 'contacts' | 'route' | 'call'>} state
 * @returns {CardState}
 */
export function cardsAfter({ cards, requests, contacts, route, call }) {
    const received = requests.value?.received;
    if (cards.seen === null || !received) return cards;
    const seen = seenOf(cards.seen, received, { isListShown: route.name === 'requests', isCurrent: requests.status === 'ready' });
    const open = received.filter((request) => !seen.includes(idOf(request)));
    const kept = cards.queue.filter((card) => (card.kind === 'request' ? open.some((request) => idOf(request) === idOf(card)) : isOffered(card, { contacts, route, call })));
    const shown = kept.map((card) => (card.kind === 'contact' && !card.isListed && isContact(contacts, card.user) ? { ...card, isListed: true } : card));
    // The lists begin with the newest.
    const added = open.filter(({ user }) => !kept.some((card) => card.user === user)).reverse().map(cardOf);
    const queue = [...shown, ...added];
    return isSame(seen, cards.seen) && isSame(queue, cards.queue) ? cards : { seen, queue };
}

/**
 * @param {readonly string[]} seen
 * @param {readonly FriendRequest[]} received
 * @param {{ isListShown: boolean, isCurrent: boolean }} options `isCurrent`: what was received is what the server has now
 */
function seenOf(seen, received, { isListShown, isCurrent }) {
    const ids = received.map(idOf);
    const all = isListShown ? [...new Set([...seen, ...ids])] : [...seen];
    return isCurrent ? all.filter((id) => ids.includes(id)) : all;
}

/**
 * @param {FriendRequest} request
 * @returns {Card}
 */
const cardOf = ({ user, receiverName: name, date }) => ({ kind: 'request', user, name, date });

/**
 * Whether a call to a new contact is still to be offered.
 * @param {Extract<Card, { kind: 'contact' }>} card
 * @param {Pick<State, 'contacts' | 'route' | 'call'>} state
 */
function isOffered({ user, isListed }, { contacts, route, call }) {
    const isCalled = call !== null && (call.peer.userId === user || call.members.some(({ userId }) => userId === user));
    const isShown = route.name === 'contact' && route.id === user;
    return !isCalled && !isShown && (!isListed || isContact(contacts, user));
}

/**
 * @param {State['contacts']} contacts
 * @param {number} user
 */
const isContact = ({ value }, user) => value === null || value.some(({ contactId, isBlocked }) => contactId === user && isBlocked !== true);

/**
 * @param {readonly unknown[]} one
 * @param {readonly unknown[]} other
 */
const isSame = (one, other) => one.length === other.length && one.every((element, index) => element === other[index]);

/**
 * Someone has become a contact: their request's card, if there is one, offers a call in its place.
 * @param {CardState} cards
 * @param {{ user: number, name: string, wasAcceptedHere?: boolean }} person
 * @returns {CardState}
 */
export function befriended(cards, { user, name, wasAcceptedHere = false }) {
    const before = cards.queue.find((card) => card.user === user);
    if (before?.kind === 'contact') return cards;
    /** @type {Card} */
    const card = { kind: 'contact', user, name, wasAcceptedHere, isListed: false };
    if (before === undefined) return { ...cards, queue: [...cards.queue, card] };
    // Answered, though the list may have it still.
    return { seen: withSeen(cards.seen, before), queue: cards.queue.map((other) => (other === before ? card : other)) };
}

/**
 * The person wants to see this no more; a request stays in the list of them.
 * @param {CardState} cards
 * @param {Card} card
 * @returns {CardState}
 */
export function putAway({ seen, queue }, card) {
    const rest = queue.filter(({ user, kind }) => user !== card.user || kind !== card.kind);
    return { seen: card.kind === 'request' ? withSeen(seen, card) : seen, queue: rest };
}

/**
 * @param {CardState['seen']} seen
 * @param {Extract<Card, { kind: 'request' }>} request
 */
const withSeen = (seen, request) => seen && [...new Set([...seen, idOf(request)])];

/**
 * The card that is shown, and how many requests wait behind it; null where there is none, or where another matter comes first.
 * @param {Pick<State, 'cards' | 'call' | 'waiting' | 'route' | 'joining' | 'account'>} state
 * @returns {{ card: Card, more: number } | null}
 */
export function shownCard({ cards, call, waiting, route, joining, account }) {
    // A call that rings, or says how it ended, is one thing to do already.
    if (waiting !== null || call?.phase === 'incoming' || call?.phase === 'ended' || account?.deletedAt) return null;
    const all = cards.queue.filter((card) => (card.kind === 'request'
        // The list has the same buttons.
        ? route.name !== 'requests'
        // A person in a call calls no one else; one who came for their call joins that.
        : call === null && !(route.name === 'joinCall' && joining?.userId === card.user)));
    return all.length === 0 ? null : { card: all[0], more: all.slice(1).filter(({ kind }) => kind === 'request').length };
}
