import { isSearchText, readSearchText } from './search-text.js';
import { InputError } from '../../protocol/errors.js';
import { emptyAdd } from './add-state.js';
import { text as words } from '../../texts/text.js';
import { callingCodes } from '../../session/phone-plan.js';
import { problemOf } from '../../state/problem.js';

/** @typedef {import('./add-state.js').AddState} AddState */
/** @typedef {import('../contacts/contacts-service.js').ContactsService} ContactsService */

/**
 * Adding someone by their link, or by address, number or fingerprint (requirements 000, 004).
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {import('../../state/here.js').Reach<'contacts'>} here
 * @param {() => void} reload the lists
 * @param {(text: string) => boolean} [opensElsewhere] whether it is a link to something else, which is opened then
 */
export function addActions(store, here, reload, opensElsewhere = () => false) {
    const setAdd = (/** @type {Partial<AddState>} */ change) => store.set(({ add }) => ({ add: { ...add, ...change } }));
    /** Increases whenever someone else is to be added, so that the answer to an earlier request is ignored. */
    let adding = 0;
    const startAgain = (text = '', isOpened = false) => {
        adding += 1;
        store.set({ add: { ...emptyAdd(), text, isOpened } });
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
        const from = here.signedIn?.contacts;
        const { add: { text }, account, country } = store.state;
        if (from && !opensElsewhere(text)) await attempt('resolving', () => find(from, text, account, country));
    };
    const send = async () => {
        const from = here.signedIn?.contacts;
        const { status, text, token } = store.state.add;
        if (!from || status !== 'resolved') return;
        await attempt('sending', async () => ({ status: await request(from, token ?? text) }));
        reload();
    };
    return {
        typeLink: (/** @type {string} */ text) => startAgain(text),
        /** A link was opened or scanned: its owner is shown, and its token isn't. */
        openLink(/** @type {string} */ token) {
            startAgain(token, true);
            void resolve();
        },
        foundOther: () => setAdd({ isOther: true }),
        resolveLink: () => void resolve(),
        sendRequest: () => void send(),
        startAddAgain: () => startAgain(),
    };
}

/**
 * Finds the person to whom this link, address, number or fingerprint belongs.
 * @param {ContactsService} service
 * @param {string} text
 * @param {import('../../state/state.js').Account | null} account
 * @param {string | null} country of a phone number without one
 * @returns {Promise<Partial<AddState>>}
 */
async function find(service, text, account, country) {
    if (!isSearchText(text)) return { status: 'resolved', displayName: (await service.resolve(text)).displayName };
    const wanted = readSearchText(text, callingCodes.get(country ?? ''));
    // The server finds everyone except the account that asks.
    const isOwn = 'email' in wanted ? wanted.email === account?.email : 'phoneNumber' in wanted && wanted.phoneNumber === account?.phoneNumber;
    if (isOwn) throw new InputError('yourself', words('add.problem.yourself.text'));
    const { displayName, token } = await service.search(wanted);
    return { status: 'resolved', displayName, token };
}

/**
 * Sends a contact request. The server does not say whose link it was, so the updated lists are compared.
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
