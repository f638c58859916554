import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyActions } from '../../../Web/features/history/history-actions.js';
import { extended, renewed } from '../../../Web/features/history/call-pages.js';
import { APIError } from '../../../Web/protocol/errors.js';
import { missedCount, shownPages } from '../../../Web/features/history/history-state.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';
import { memory } from '../calls/doubles/person.mjs';

const call = (id, result = 'answered', change = {}) => ({ id, startedAt: id * 1000, result, isOutgoing: false, duration: 0, people: [{ userId: 5, name: 'Bo' }], ...change });
const page = (ids, next = null, total = ids.length) => ({ calls: ids.map((id) => call(id)), next, total });
const ids = ({ calls }) => calls.map(({ id }) => id);

test('fetching calls again keeps the earlier ones and the next page’s cursor', () => {
    const before = { calls: page([5, 4, 3, 2]).calls, next: '2' };
    const after = renewed(before, page([7, 6, 5, 4], '4'));
    assert.deepEqual([ids(after), after.next], [[7, 6, 5, 4, 3, 2], '2']);
    assert.deepEqual(ids(renewed(before, page([7, 6]))), [7, 6], 'these are all there are');
    assert.deepEqual(renewed({ calls: null, next: null }, page([7, 6], '6')).next, '6');
});

test('the next page contains no call twice, even of the same moment', () => {
    const calls = [call(5), call(4, 'answered', { startedAt: 4000 })];
    const after = extended(calls, { calls: [call(4), call(3, 'answered', { startedAt: 4000 }), call(2)], next: null, total: 4 });
    assert.deepEqual(ids(after), [5, 4, 3, 2]);
});

/** The actions over a server that answers with `pages` in turn, or depending on the request. */
function bench(answer, kept = {}) {
    const [store, clock, database, asked] = [new Store(initialState(0)), new ClockDouble(), memory(), []];
    const service = {
        page: async (filter, before = null) => {
            asked.push([filter.isMissed, filter.name, before]);
            const value = await answer(filter, before, asked.length);
            if (value instanceof Error) throw value;
            return value;
        },
        remove: async (removed) => { asked.push(['remove', ...removed]); },
        removeAll: async () => { asked.push(['removeAll']); },
    };
    const source = { service, database };
    const here = { get signedIn() { return bench.source && { history: bench.source.service, session: { database } }; } };
    /** A call is over: resolves once it was fetched. */
    const ends = (callId) => new Promise((resolve) => {
        bench.written = resolve;
        bench.actions.takes.events.ended({ callId });
    });
    const bench = { store, clock, database, asked, source, ends, written: () => {}, actions: historyActions(store, here, { clock, written: () => bench.written() }) };
    for (const [name, value] of Object.entries(kept)) database.put(name, value);
    return bench;
}

test('earlier calls are fetched once however often requested, and a failure removes none', async () => {
    let fails = false;
    const { store, actions, asked } = bench((_, before) => (fails ? new APIError('offline') : before ? page([1]) : page([3, 2], '2', 3)));
    actions.loadHistory();
    await settle();
    fails = true;
    actions.loadMoreCalls();
    await settle();
    const { all, isLoadingMore } = store.state.history;
    assert.deepEqual([ids(all), all.status, all.problem.code, all.next, isLoadingMore], [[3, 2], 'failed', 'offline', '2', false]);
    fails = false;
    actions.loadMoreCalls();
    actions.loadMoreCalls();
    await settle();
    assert.deepEqual([ids(store.state.history.all), store.state.history.all.next], [[3, 2, 1], null]);
    actions.loadMoreCalls();
    assert.deepEqual(asked.map(([, , before]) => before), [null, '2', '2']);
});

test('missed calls and names are searched on the server, a name once typing pauses', async () => {
    const { store, clock, actions, asked } = bench(({ isMissed, name }) => page(isMissed ? [2] : name ? [3] : [3, 2]));
    actions.loadHistory();
    await settle();
    for (const name of ['B', 'Bo']) actions.typeCallName(name);
    await clock.advance(300);
    assert.deepEqual([asked.at(-1), asked.length, ids(shownPages(store.state.history))], [[false, 'Bo', null], 2, [3]]);
    actions.showMissed(true);
    await settle();
    assert.deepEqual([asked.at(-1), ids(shownPages(store.state.history))], [[true, 'Bo', null], [2]]);
    actions.showMissed(false);
    actions.typeCallName('');
    assert.deepEqual(ids(shownPages(store.state.history)), [3, 2], 'all of them are there at once');
});

test('results of an outdated search are not shown', async () => {
    const answers = [];
    const { store, clock, actions } = bench(() => new Promise((resolve) => answers.push(resolve)));
    actions.typeCallName('A');
    await clock.advance(300);
    actions.typeCallName('Bo');
    await clock.advance(300);
    answers[1](page([2]));
    await settle();
    answers[0](page([1]));
    await settle();
    assert.deepEqual(ids(shownPages(store.state.history)), [2]);
});

test('missed calls are counted until the list is opened, without those before this device’s sign-in', async () => {
    let calls = [call(3, 'missed'), call(2, 'missed')];
    const { store, database, actions } = bench(() => ({ calls, next: null, total: 2 }));
    assert.equal(await actions.recallSeen(), false);
    actions.loadHistory();
    await settle();
    assert.equal(missedCount(store.state.history), 0);
    calls = [call(5, 'missed'), call(4), ...calls];
    actions.loadHistory();
    await settle();
    assert.deepEqual([missedCount(store.state.history), await database.get('seenCalls')], [1, 3000]);
    store.set({ route: { name: 'calls' } });
    actions.loadHistory();
    await settle();
    assert.deepEqual([missedCount(store.state.history), await database.get('seenCalls')], [0, 5000]);
});

test('the first missed call of a new account counts', async () => {
    let calls = [];
    const { store, actions } = bench(() => ({ calls, next: null, total: calls.length }));
    await actions.recallSeen();
    actions.loadHistory();
    await settle();
    calls = [call(1, 'missed')];
    actions.loadHistory();
    await settle();
    assert.equal(missedCount(store.state.history), 1);
});

test('an account with calls starts with them, seen or not, and one without does not', async () => {
    let calls = [];
    const { store, actions } = bench(() => ({ ...page([]), calls }), { seenCalls: 7000 });
    assert.deepEqual([await actions.recallSeen(), store.state.history.lastSeen], [false, 7000]);
    for (const [now, begins] of [[[call(5, 'missed')], true], [[], false]]) {
        calls = now;
        actions.loadHistory();
        await settle();
        assert.equal(await actions.recallSeen(), begins);
    }
});

test('a call that has just ended is polled until the server has recorded it, with a limit', async () => {
    const { store, clock, ends, asked } = bench((_, __, time) => ({ calls: time < 2 ? [] : [call(9, time < 3 ? 'running' : 'answered')], next: null, total: 1 }));
    const done = ends(9);
    await clock.advance(5000);
    await done;
    assert.deepEqual([asked.length, store.state.history.all.calls[0].result], [3, 'answered']);
    const other = bench(() => page([]));
    const end = other.ends(9);
    await other.clock.advance(10_000);
    await end;
    assert.equal(other.asked.length, 3);
});

test('a deleted call disappears at once from both lists, and one that cannot be deleted stays', async () => {
    const { store, actions, asked, source } = bench(() => new Promise(() => {}));
    store.set({ history: { ...store.state.history, all: { ...page([3, 2, 1]), status: 'ready', problem: null }, found: { ...page([2]), status: 'ready', problem: null } } });
    await actions.removeCalls([2]);
    assert.deepEqual([ids(store.state.history.all), store.state.history.all.total, ids(store.state.history.found)], [[3, 1], 2, []]);
    source.service.remove = async () => { throw new APIError('offline'); };
    await assert.rejects(actions.removeCalls([3]), { code: 'offline' });
    assert.deepEqual(ids(store.state.history.all), [3, 1]);
    await actions.removeAllCalls();
    assert.deepEqual([ids(store.state.history.all), asked.some(([what]) => what === 'removeAll')], [[], true]);
});

test('a response for one account is dropped after another has signed in', async () => {
    let answer;
    const world = bench(() => new Promise((resolve) => { answer = resolve; }));
    world.actions.loadHistory();
    world.source = null;
    answer(page([1]));
    await settle();
    assert.equal(world.store.state.history.all.calls, null);
});
