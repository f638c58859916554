import { isSearch } from '../contacts/contacts-service.js';
import { emptyAdd, emptyLink } from '../state/state.js';
import { notify } from './notices.js';
import { problemOf } from './problem.js';

/** @typedef {import('../state/store.js').Store<import('../state/state.js').State>} PageStore */
/** @typedef {import('../contacts/contacts-service.js').ContactsService} ContactsService */

/**
 * The own link, and adding somebody by theirs (requirement 004).
 * @param {PageStore} store
 * @param {() => ContactsService | null} service
 * @param {() => void} reload the lists
 * @param {Pick<Navigator, 'share' | 'clipboard'>} [browser]
 */
export function linkActions(store, service, reload, browser = navigator) {
    const setLink = (/** @type {Partial<import('../state/state.js').LinkState>} */ change) =>
        store.set(({ link }) => ({ link: { ...link, ...change } }));
    const setAdd = (/** @type {Partial<import('../state/state.js').AddState>} */ change) =>
        store.set(({ add }) => ({ add: { ...add, ...change } }));

    /** Grows whenever somebody else is to be added: what comes of what was asked before is no news any more. */
    let adding = 0;
    const startAddAgain = (text = '') => {
        adding += 1;
        store.set({ add: { ...emptyAdd(), text } });
    };
    const makeLink = async () => {
        const from = service();
        if (!from || store.state.link.status === 'making') return;
        store.set({ link: { ...emptyLink(), status: 'making' } });
        try {
            const { link, expiresAt } = await from.createShareToken();
            if (service() === from) setLink({ status: 'ready', link, expiresAt });
        } catch (error) {
            setLink({ status: 'failed', problem: problemOf(error) });
        }
    };
    const copyLink = async () => {
        try {
            await browser.clipboard.writeText(store.state.link.link);
            setLink({ wasCopied: true });
        } catch {
            notify(store, 'The browser did not copy the link. Select it and copy it by hand.', 'bad');
        }
    };
    const resolveLink = async () => {
        const from = service();
        const { text } = store.state.add;
        if (!from) return;
        const current = adding;
        setAdd({ status: 'resolving', problem: null });
        /** @type {Partial<import('../state/state.js').AddState>} */
        let outcome;
        try {
            const { displayName, token } = await (isSearch(text) ? from.search(text) : from.resolve(text));
            outcome = { status: 'resolved', displayName, ...(isSearch(text) ? { token } : {}) };
        } catch (error) {
            outcome = { status: 'failed', problem: problemOf(error) };
        }
        if (adding === current) setAdd(outcome);
    };
    /** Somebody may have used the link that is shown. */
    const checkLink = async () => {
        const from = service();
        const { status, link } = store.state.link;
        if (!from || status !== 'ready') return;
        const state = await from.stateOfLink(link);
        if (service() === from && store.state.link.link === link && (state === 'used' || state === 'gone')) setLink({ status: 'used' });
    };
    const sendRequest = async () => {
        const from = service();
        const { text, token } = store.state.add;
        if (!from || store.state.add.status !== 'resolved') return;
        const current = adding;
        setAdd({ status: 'sending' });
        /** @type {Partial<import('../state/state.js').AddState>} */
        let outcome;
        try {
            // The server does not say whose link it was: what has changed shows it.
            const people = async () => {
                const [sent, contacts] = await Promise.all([from.sent(), from.contacts()]);
                return { asked: sent.map(({ user }) => user), contacts: contacts.map(({ contactId }) => contactId) };
            };
            const before = await people();
            await from.requestByToken(token ?? text);
            const after = await people();
            const isNew = after.asked.some((user) => !before.asked.includes(user));
            const isContact = after.contacts.some((user) => !before.contacts.includes(user));
            outcome = { status: isContact ? 'becameContacts' : isNew ? 'sent' : 'alreadyRequested' };
        } catch (error) {
            outcome = { status: 'failed', problem: problemOf(error) };
        }
        if (adding === current) setAdd(outcome);
        reload();
    };
    return {
        makeLink: () => void makeLink(),
        copyLink: () => void copyLink(),
        shareLink: 'share' in browser
            ? () => void browser.share({ title: 'Add me on ECall', url: store.state.link.link }).catch(() => {}) : null,
        async revokeLink() {
            const from = service();
            if (!from) return;
            setLink({ status: 'revoking', problem: null });
            try {
                await from.revokeShareToken(store.state.link.link.split('/').pop());
                store.set({ link: emptyLink() });
            } catch (error) {
                setLink({ status: 'ready', problem: problemOf(error) });
            }
        },
        checkLink: () => void checkLink(),
        typeLink: (/** @type {string} */ text) => startAddAgain(text),
        resolveLink: () => void resolveLink(),
        sendRequest: () => void sendRequest(),
        startAddAgain: () => startAddAgain(),
    };
}
