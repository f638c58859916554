import { isSearch } from '../contacts/contacts-service.js';
import { emptyAdd } from '../state/state.js';
import { problemOf } from './problem.js';

/** @typedef {import('../state/state.js').AddState} AddState */
/** @typedef {import('../contacts/contacts-service.js').ContactsService} ContactsService */

/**
 * Adding somebody by their link, or by address or number (requirement 004).
 * @param {import('../state/store.js').Store<import('../state/state.js').State>} store
 * @param {() => ContactsService | null} service
 * @param {() => void} reload the lists
 */
export function addActions(store, service, reload) {
    const setAdd = (/** @type {Partial<AddState>} */ change) => store.set(({ add }) => ({ add: { ...add, ...change } }));
    /** Grows whenever somebody else is to be added: the answer to an earlier request is no news any more. */
    let adding = 0;
    const startAgain = (text = '') => {
        adding += 1;
        store.set({ add: { ...emptyAdd(), text } });
    };
    /**
     * @param {AddState['status']} status while it runs
     * @param {() => Promise<Partial<AddState>>} work
     */
    const attempt = async (status, work) => {
        const current = adding;
        setAdd({ status, problem: null });
        /** @type {Partial<AddState>} */
        let outcome;
        try {
            outcome = await work();
        } catch (error) {
            outcome = { status: 'failed', problem: problemOf(error) };
        }
        if (adding === current) setAdd(outcome);
    };
    const resolve = async () => {
        const from = service();
        const { text } = store.state.add;
        if (from) await attempt('resolving', () => find(from, text));
    };
    const send = async () => {
        const from = service();
        const { status, text, token } = store.state.add;
        if (!from || status !== 'resolved') return;
        await attempt('sending', async () => ({ status: await request(from, token ?? text) }));
        reload();
    };
    return {
        typeLink: (/** @type {string} */ text) => startAgain(text),
        resolveLink: () => void resolve(),
        sendRequest: () => void send(),
        startAddAgain: () => startAgain(),
    };
}

/**
 * Whose link, address or number this is.
 * @param {ContactsService} service
 * @param {string} text
 * @returns {Promise<Partial<AddState>>}
 */
async function find(service, text) {
    const { displayName, token } = await (isSearch(text) ? service.search(text) : service.resolve(text));
    return { status: 'resolved', displayName, ...(isSearch(text) ? { token } : {}) };
}

/**
 * Sends a contact request. The server does not say whose link it was: what has changed shows it.
 * @param {ContactsService} service
 * @param {string} tokenOrLink
 * @returns {Promise<AddState['status']>}
 */
async function request(service, tokenOrLink) {
    const people = async () => {
        const [sent, contacts] = await Promise.all([service.sent(), service.contacts()]);
        return { asked: sent.map(({ user }) => user), contacts: contacts.map(({ contactId }) => contactId) };
    };
    const before = await people();
    await service.requestByToken(tokenOrLink);
    const after = await people();
    if (after.contacts.some((user) => !before.contacts.includes(user))) return 'becameContacts';
    return after.asked.some((user) => !before.asked.includes(user)) ? 'sent' : 'alreadyRequested';
}
