import { areContacts } from '../session/shown-lists.js';

/** @typedef {import('../state/store.js').Store<import('../state/state.js').State>} PageStore */

/**
 * Contacts and calls as they were last shown, for when the server cannot be reached, and the requests that were seen already.
 * @param {PageStore} store
 * @param {import('../state/here.js').Reach<'session'>} here
 */
export function keptLists(store, here) {
    /**
     * The lists that are kept already, or were recalled.
     * @type {{ of: import('../session/session.js').Session | null, contacts: unknown, calls: unknown, seen: unknown }}
     */
    let kept = { of: null, contacts: null, calls: null, seen: null };
    return {
        /** Shows the stored lists until the server's arrive. */
        async recall() {
            const from = here.signedIn?.session ?? null;
            const [contacts, calls, seen] = await Promise.all([from?.shown('shownContacts'), from?.shown('shownCalls'), from?.shown('shownRequests')].map((found) => found?.catch(() => undefined)));
            if (from === null || here.signedIn?.session !== from) return;
            const { contacts: before, history } = store.state;
            if (before.value === null && areContacts(contacts)) store.set({ contacts: { ...before, value: contacts } });
            if (history.all.calls === null && areCalls(calls)) store.set({ history: { ...history, all: { ...history.all, ...calls, calls: over(calls.calls) } } });
            store.set(({ cards }) => ({ cards: { ...cards, seen: cards.seen ?? (areTexts(seen) ? seen : []) } }));
            kept = { of: from, contacts: store.state.contacts.value, calls: store.state.history.all.calls, seen: store.state.cards.seen };
        },
        /** To be called with each change of the state. */
        keep() {
            const from = here.signedIn?.session ?? null;
            const { cards: { seen }, contacts, history: { all: { status, calls, total, next } } } = store.state;
            if (from === null || kept.of !== from) return;
            if (contacts.status === 'ready' && contacts.value !== kept.contacts) {
                kept.contacts = contacts.value;
                from.keepShown('shownContacts', contacts.value).catch(() => {});
            }
            if (seen !== null && seen !== kept.seen) {
                kept.seen = seen;
                from.keepShown('shownRequests', seen).catch(() => {});
            }
            if (status === 'ready' && calls !== kept.calls) {
                kept.calls = calls;
                from.keepShown('shownCalls', { calls, total, next }).catch(() => {});
            }
        },
    };
}

/**
 * A call that was running then may be over now, so it is not offered.
 * @param {import('../features/history/past-call.js').PastCall[] | null} calls
 */
const over = (calls) => calls?.filter(({ result }) => result !== 'running' && result !== 'ringing') ?? null;

/**
 * @param {unknown} value
 * @returns {value is string[]}
 */
const areTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Whether the list of calls is shown from storage.
 * @param {unknown} value
 * @returns {value is Pick<import('../features/history/history-state.js').CallPages, 'calls' | 'total' | 'next'>}
 */
function areCalls(value) {
    const { calls, total, next } = /** @type {{ calls?: unknown, total?: unknown, next?: unknown }} */ (value ?? {});
    return Array.isArray(calls) && typeof total === 'number' && (next === null || typeof next === 'string')
        && calls.every((call) => Number.isSafeInteger(call?.id) && typeof call.startedAt === 'number' && Array.isArray(call.people) && typeof call.result === 'string');
}
