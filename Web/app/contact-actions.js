import { LatestResponse } from './latest-response.js';
import { notify } from './notices.js';
import { problemOf } from './problem.js';

/** @typedef {import('../state/store.js').Store<import('../state/state.js').State>} PageStore */

/**
 * Contacts and requests: fetched, kept up to date, changed.
 * @param {PageStore} store
 * @param {() => import('../contacts/contacts-service.js').ContactsService | null} service
 */
export function contactActions(store, service) {
    const latest = new LatestResponse();
    /**
     * Fetches one list; an old value stays while a new one is fetched in vain. Signals come in quick succession, and
     * the answer to what was asked later is never replaced by that to an earlier question.
     * @param {'contacts' | 'requests' | 'blocked'} name
     * @param {(service: import('../contacts/contacts-service.js').ContactsService) => Promise<unknown>} fetch
     */
    const load = async (name, fetch) => {
        const from = service();
        if (!from) return;
        const isLatest = latest.sent(name);
        try {
            const value = await fetch(from);
            if (service() === from && isLatest()) store.set({ [name]: { status: 'ready', value, problem: null } });
        } catch (error) {
            const problem = problemOf(error);
            if (service() !== from || !isLatest()) return;
            store.set((state) => ({ [name]: { ...state[name], status: 'failed', problem } }));
        }
    };
    const loadContacts = () => void load('contacts', (from) => from.contacts());
    const loadRequests = () => void load('requests', async (from) => {
        const [received, sent] = await Promise.all([from.received(), from.sent()]);
        return { received, sent };
    });
    const reload = () => {
        loadContacts();
        loadRequests();
        void load('blocked', (from) => from.blocked());
    };
    const loadPrivacy = async () => {
        const from = service();
        if (!from) return;
        const isLatest = latest.sent('privacy');
        // Not worth a notice: without it the switch is not shown.
        const isSearchable = await from.isSearchable().catch(() => null);
        if (service() === from && isLatest()) store.set({ isSearchable });
    };
    const setSearchable = async (/** @type {boolean} */ isSearchable) => {
        const from = service();
        if (!from) return;
        // What is chosen counts at once, and over what was asked before.
        latest.sent('privacy')();
        store.set({ isSearchable });
        try {
            await from.setSearchable(isSearchable);
        } catch (error) {
            notify(store, problemOf(error).message, 'bad');
            await loadPrivacy();
        }
    };
    /**
     * Changes something about a person, once at a time.
     * @param {number} userId
     * @param {(service: import('../contacts/contacts-service.js').ContactsService) => Promise<void>} work
     * @returns {Promise<boolean>} whether it is done; why not was shown
     */
    const change = async (userId, work) => {
        const from = service();
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
    /**
     * A request was accepted, here or there: said once on either side, where it was asked about if that is looked at.
     * @param {number} userId
     */
    const befriended = async (userId) => {
        await load('contacts', (from) => from.contacts());
        const name = store.state.contacts.value?.find(({ contactId }) => contactId === userId)?.contactName;
        if (name === undefined) return;
        const { add, route } = store.state;
        const isAsked = ['sending', 'sent', 'alreadyRequested', 'becameContacts'].includes(add.status) && add.displayName === name;
        if (isAsked && (add.status === 'sent' || add.status === 'alreadyRequested')) store.set({ add: { ...add, status: 'accepted' } });
        if (!isAsked || route.name !== 'add') notify(store, `${name} is your contact now.`, 'good');
    };
    return {
        reload, loadContacts, loadRequests, change,
        befriended: (/** @type {number} */ userId) => void befriended(userId),
        loadPrivacy: () => void loadPrivacy(),
        setSearchable: (/** @type {boolean} */ isSearchable) => void setSearchable(isSearchable),
        unblock: (/** @type {number} */ userId) => void change(userId, (from) => from.setBlocked(userId, false)),
        setFavorite: (/** @type {number} */ userId, /** @type {boolean} */ isFavorite) =>
            void change(userId, (from) => from.setFavorite(userId, isFavorite)),
        acceptRequest: (/** @type {number} */ userId) => void change(userId, (from) => from.accept(userId)),
        declineRequest: (/** @type {number} */ userId) => void change(userId, (from) => from.decline(userId)),
        cancelRequest: (/** @type {number} */ userId) => void change(userId, (from) => from.cancel(userId)),
    };
}
