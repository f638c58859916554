import { extended, renewed } from './call-pages.js';
import { noPages } from './history-state.js';
import { fetching } from '../../state/fetching.js';
import { systemClock } from '../../media/clock.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('./history-state.js').HistoryState} HistoryState */

/** In milliseconds: the delay between typing and the search, and the delay before a call that has just ended is fetched. */
const [typingTime, savingTime] = [300, 1000];
/** In milliseconds: the polling interval, since people who aren't in a call aren't notified of its end. */
const lookTime = 15_000;
/** How often a call that isn't in the server's history yet is requested. */
const mostTries = 3;

/**
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'history' | 'session'>} here
 * @param {{ clock?: import('../../media/clock.js').Clock, isVisible?: () => boolean, written?: () => void }} page `isVisible`: whether it is to be seen;
 *     `written`: a call that is over is in the history now
 */
export function historyActions(store, here, { clock = systemClock, isVisible = () => globalThis.document?.visibilityState !== 'hidden', written = () => {} } = {}) {
    const set = (/** @type {Partial<HistoryState>} */ change) => store.set(({ history }) => ({ history: { ...history, ...change } }));
    const load = makeLoad(store, here, set);
    const sees = seen(store, here, set);
    let callOffLook = () => {};
    const loadAll = async () => {
        callOffLook();
        await load('all');
        if (goesOnWithout(store.state)) callOffLook = clock.after(lookTime, () => { if (goesOnWithout(store.state)) void loadAll(); });
        const { route, history } = store.state;
        sees.noteCalls();
        // Calls before this device had a reference point count as seen.
        if ((route.name === 'calls' && isVisible()) || history.lastSeen === null) sees.sawCalls();
    };
    let callOff = () => {};
    const find = () => {
        callOff();
        if (store.state.history.found) void load('found');
    };
    const reload = () => {
        find();
        return loadAll();
    };
    /** A call of this device is over; the server records it a moment later. */
    const ended = async (/** @type {number | null} */ id) => {
        for (let tries = 0; tries < mostTries; tries += 1) {
            await loadAll();
            const call = store.state.history.all.calls?.find((one) => one.id === id);
            if (id === null || (call && call.result !== 'running' && call.result !== 'ringing')) break;
            await new Promise((/** @type {(value?: undefined) => void} */ resolve) => { clock.after(savingTime, () => resolve()); });
        }
        find();
    };
    return {
        loadHistory: reload, recallSeen: sees.recallSeen, ...deleting(store, here, set, reload),
        loadMoreCalls: () => void load(store.state.history.found ? 'found' : 'all', true),
        showMissed: (/** @type {boolean} */ isMissed) => {
            set(filtered(store.state.history, { isMissed }));
            find();
        },
        typeCallName: (/** @type {string} */ name) => {
            set(filtered(store.state.history, { name }));
            callOff();
            callOff = clock.after(typingTime, find);
        },
        findCalls: find,
        /** @type {import('../../state/news.js').Takes} */
        takes: {
            events: { ended: ({ callId }) => void ended(callId).then(written), missed: ({ call }) => void ended(call.id).then(written) },
            connected: () => void reload(),
        },
    };
}

/** @param {import('../../state/state.js').State} state */
const goesOnWithout = ({ call, history }) => call === null && history.all.calls?.some(({ result }) => result === 'running') === true;

/**
 * @param {HistoryState} history
 * @param {Partial<import('./history-service.js').HistoryFilter>} change
 * @returns {Partial<HistoryState>}
 */
function filtered(history, change) {
    const filter = { ...history.filter, ...change };
    const wantsAll = !filter.isMissed && filter.name.trim() === '';
    // The previous results stay until the answer arrives, so that nothing flickers while typing.
    return { filter, found: wantsAll ? null : { ...(history.found ?? noPages()), status: 'loading' } };
}

/**
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'history' | 'session'>} here
 * @param {(change: Partial<HistoryState>) => void} set
 */
function makeLoad(store, here, set) {
    const fetched = fetching(() => here.signedIn?.history);
    /**
     * @param {'all' | 'found'} name
     * @param {boolean} [isMore] those before the ones that are there; else the newest ones
     */
    return async (name, isMore = false) => {
        const { history } = store.state;
        const before = history[name];
        if (!here.signedIn || !before || (isMore && (history.isLoadingMore || before.next === null))) return;
        const filter = name === 'found' ? history.filter : { isMissed: false, name: '' };
        if (isMore) set({ isLoadingMore: true });
        const outcome = await fetched(name, (from) => from.page(filter, isMore ? before.next : null));
        if (isMore) set({ isLoadingMore: false });
        const now = store.state.history[name];
        if (!outcome || !now || (name === 'found' && store.state.history.filter !== history.filter)) return;
        if (outcome.status === 'failed') return set({ [name]: { ...now, ...outcome } });
        const { value: page, ...ready } = outcome;
        return set({ [name]: { ...now, ...(isMore ? extended(now.calls ?? [], page) : name === 'all' ? renewed(now, page) : page), ...ready } });
    };
}

/**
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'history' | 'session'>} here
 * @param {(change: Partial<HistoryState>) => void} set
 */
const seen = (store, here, set) => ({
    /**
     * The calls that the person has seen on this device; on a new device, all earlier ones.
     * @returns {Promise<boolean>} whether their history had calls when it was fetched last
     */
    async recallSeen() {
        const [lastSeen, hasCalls] = await Promise.all([here.signedIn?.session.database.get('seenCalls'), here.signedIn?.session.database.get('hasCalls')]);
        if (lastSeen !== undefined) set({ lastSeen });
        return hasCalls === true;
    },
    /** The next time the page is opened, it starts with the calls, if there are any. */
    noteCalls() {
        const { calls, status } = store.state.history.all;
        if (calls !== null && status === 'ready') here.signedIn?.session.database.put('hasCalls', calls.length > 0).catch(() => {});
    },
    /** Everything in the list has been seen. */
    sawCalls() {
        const { all, lastSeen } = store.state.history;
        if (all.calls === null) return;
        const newest = all.calls[0]?.startedAt ?? 0;
        if (newest <= (lastSeen ?? -1)) return;
        set({ lastSeen: newest });
        here.signedIn?.session.database.put('seenCalls', newest).catch(() => {});
    },
});

/**
 * @param {PageStore} store
 * @param {import('../../state/here.js').Reach<'history' | 'session'>} here
 * @param {(change: Partial<HistoryState>) => void} set
 * @param {() => void} reload
 */
const deleting = (store, here, set, reload) => ({
    /** @param {number[]} ids */
    async removeCalls(ids) {
        await here.signedIn?.history.remove(ids);
        /** @param {import('./history-state.js').CallPages} pages */
        const without = (pages) => {
            const calls = pages.calls?.filter(({ id }) => !ids.includes(id)) ?? null;
            return { ...pages, calls, total: pages.total - (pages.calls?.length ?? 0) + (calls?.length ?? 0) };
        };
        const { all, found } = store.state.history;
        set({ all: without(all), found: found && without(found) });
        reload();
    },
    async removeAllCalls() {
        await here.signedIn?.history.removeAll();
        const { all, found } = store.state.history;
        const nothing = { calls: [], total: 0, next: null };
        set({ all: { ...all, ...nothing }, found: found && { ...found, ...nothing } });
        reload();
    },
});
