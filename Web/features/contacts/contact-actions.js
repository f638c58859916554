import { befriended } from '../cards/card-queue.js';
import { contactStep } from './contact-list-state.js';
import { renewedContacts } from './renewed-contacts.js';
import { fetching } from '../../state/fetching.js';
import { notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('./contacts-service.js').ContactsService} ContactsService */

/**
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'contacts' | 'session'>} here
 * @param {() => void} [onContacts] whenever the contacts were fetched
 */
export function contactActions(store, here, onContacts = () => {}) {
    const { fetchContacts, ...lists } = listActions(store, here, onContacts);
    const change = makeChange(store, here, lists.reload);
    return {
        ...lists, change,
        searchContacts: (/** @type {string} */ contactSearch) => store.set({ contactSearch, contactsDrawn: contactStep }),
        drawMoreContacts: () => store.set(({ contactsDrawn }) => ({ contactsDrawn: contactsDrawn + contactStep })),
        askPerson: (/** @type {number} */ userId) => void change(userId, (from) => from.ask(userId)),
        unblock: (/** @type {number} */ userId) => void change(userId, (from) => from.setBlocked(userId, false)),
        acceptName: (/** @type {number} */ userId, /** @type {string} */ name) => void here.signedIn?.session.people.accept(userId, name).then(lists.loadContacts),
        /** The person has noticed that a verified contact is gone, or wanted it. */
        goneRead: (/** @type {number} */ userId) => void here.signedIn?.session.people.putAway(userId),
        setFavorite: (/** @type {number} */ userId, /** @type {boolean} */ isFavorite) =>
            void change(userId, (from) => from.setFavorite(userId, isFavorite)),
        acceptRequest: (/** @type {number} */ userId) => void change(userId, (from) => from.accept(userId)),
        declineRequest: (/** @type {number} */ userId) => void change(userId, (from) => from.decline(userId)),
        cancelRequest: (/** @type {number} */ userId) => void change(userId, (from) => from.cancel(userId)),
        /** @type {import('../../state/news.js').Takes} */
        takes: { signals: { friend_accepted: ({ senderId }) => void fetchContacts().then(() => showBefriended(store, senderId)) } },
    };
}

/**
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'contacts'>} here
 * @param {() => void} onContacts
 */
function listActions(store, here, onContacts) {
    const fetched = fetching(() => here.signedIn?.contacts);
    /**
     * Fetches one list; the old value stays if a new one cannot be fetched. Signals come in quick succession, and the answer to an earlier
     * request never replaces that to a later one.
     * @param {'contacts' | 'requests' | 'blocked'} name
     * @param {(service: ContactsService) => Promise<unknown>} fetch
     */
    const load = async (name, fetch) => {
        const outcome = await fetched(name, fetch);
        if (outcome) store.set((state) => ({ [name]: { ...state[name], ...outcome } }));
    };
    const fetchContacts = async () => {
        await load('contacts', async (from) => renewedContacts(store.state.contacts.value ?? [], await from.contacts()));
        onContacts();
    };
    const loadContacts = () => void fetchContacts();
    /** Sorts the names as in the current language of the page. */
    const sortContacts = () => store.set(({ contacts, blocked }) => ({ contacts: sorted(contacts), blocked: sorted(blocked) }));
    /** @param {import('../../state/state.js').Loadable<import('../../state/state.js').Contact[]>} list */
    const sorted = (list) => {
        const service = here.signedIn?.contacts;
        return service && list.value ? { ...list, value: service.sorted(list.value) } : list;
    };
    const loadRequests = () => void load('requests', async (from) => {
        const [received, sent] = await Promise.all([from.received(), from.sent()]);
        return { received, sent };
    });
    const loadBlocked = () => void load('blocked', (from) => from.blocked());
    const reload = () => {
        loadContacts();
        loadRequests();
        loadBlocked();
    };
    return { fetchContacts, loadContacts, sortContacts, loadRequests, loadBlocked, reload };
}

/**
 * Makes a function that changes something about a person, one change at a time.
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'contacts'>} here
 * @param {() => void} reload
 */
function makeChange(store, here, reload) {
    /**
     * @param {number} userId
     * @param {(service: ContactsService) => Promise<void>} work
     * @returns {Promise<boolean>} whether it is done; why not was shown
     */
    return async (userId, work) => {
        const from = here.signedIn?.contacts;
        if (!from || store.state.pending.includes(userId)) return false;
        store.set(({ pending }) => ({ pending: [...pending, userId] }));
        let isDone = true;
        try {
            await work(from);
        } catch (error) {
            isDone = false;
            notify(store, problemOf(error).message, 'bad');
        }
        store.set(({ pending }) => ({ pending: pending.filter((other) => other !== userId) }));
        reload();
        return isDone;
    };
}

/**
 * A request was accepted, here or by the other person: announced once on either side, on the screen of the request if it is open.
 * @param {PageStore} store
 * @param {number} userId
 */
function showBefriended(store, userId) {
    const { add, contacts, route } = store.state;
    const name = contacts.value?.find(({ contactId }) => contactId === userId)?.contactName;
    if (name === undefined) return;
    const isAsked = ['sending', 'sent', 'alreadyRequested', 'becameContacts'].includes(add.status) && add.displayName === name;
    if (isAsked && (add.status === 'sent' || add.status === 'alreadyRequested')) store.set({ add: { ...add, status: 'accepted' } });
    if (!isAsked || route.name !== 'add') store.set(({ cards }) => ({ cards: befriended(cards, { user: userId, name }) }));
}
