import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptLists } from '../../../Web/app/kept-lists.js';
import { Session } from '../../../Web/session/session.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';

class Values {
    kept = new Map();
    async get(name) { return this.kept.get(name); }
    async put(name, value) { this.kept.set(name, value); }
    async remove(name) { this.kept.delete(name); }
    async clear() { this.kept.clear(); }
}
const session = (database, { userId = 1, fetch = async () => { throw new TypeError('no network'); } } = {}) =>
    new Session({ database, origin: 'https://calls.example.org', fetch }, { userId, deviceId: 2, displayName: 'Ana' }, { publicKeyHash: 'x' });
const contact = { contactId: 7, contactName: 'Bo', isFavorite: false, lastInteraction: null };
const call = { id: 9, startedAt: 5, result: 'missed', people: [{ userId: 7, name: 'Bo', tookPart: false }], isVideo: false, isGroup: false, isOutgoing: false, duration: 0 };
const fetched = (store, contacts, calls) => store.set(({ history }) => ({
    contacts: { status: 'ready', value: contacts, problem: null }, history: { ...history, all: { status: 'ready', calls, total: 40, next: 'n', problem: null } },
}));
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

async function opened(owner) {
    const store = new Store(initialState(0));
    const lists = keptLists(store, { get signedIn() { return owner && { session: owner }; } });
    await lists.recall();
    return { store, lists };
}

test('kept lists are shown before the server answers, without offering a call that was running', async () => {
    const database = new Values();
    const first = await opened(session(database));
    first.lists.keep();
    assert.equal(database.kept.size, 0, 'nothing was fetched yet');
    fetched(first.store, [contact], [{ ...call, id: 10, result: 'running' }, call]);
    first.lists.keep();
    await turn();
    const { store } = await opened(session(database));
    assert.deepEqual(store.state.contacts, { status: 'loading', value: [contact], problem: null });
    assert.deepEqual(store.state.history.all, { status: 'loading', calls: [call], total: 40, next: 'n', problem: null });
});

test('requests that were seen are known when the page is opened again', async () => {
    const database = new Values();
    const first = await opened(session(database));
    assert.deepEqual(first.store.state.cards.seen, []);
    first.store.set({ cards: { seen: ['5 2026-03-14T15:00:00Z'], queue: [] } });
    first.lists.keep();
    await turn();
    assert.deepEqual((await opened(session(database))).store.state.cards.seen, ['5 2026-03-14T15:00:00Z']);
    assert.deepEqual((await opened(session(database, { userId: 3 }))).store.state.cards.seen, [], 'those of another account are not');
    for (const list of [null, 'x', [7], {}]) {
        await database.put('shownRequests', { userId: 1, list });
        assert.deepEqual((await opened(session(database))).store.state.cards.seen, [], JSON.stringify(list));
    }
});

test('a list that could not be fetched is not kept, and does not replace a fetched one', async () => {
    const database = new Values();
    const owner = session(database);
    const { store, lists } = await opened(owner);
    store.set({ contacts: { status: 'failed', value: [], problem: null } });
    lists.keep();
    await turn();
    assert.equal(database.kept.size, 0);
    fetched(store, [contact], [call]);
    await lists.recall();
    assert.deepEqual(store.state.contacts.value, [contact]);
});

test('the kept lists of another account, and malformed ones, are ignored', async () => {
    const database = new Values();
    const { store, lists } = await opened(session(database));
    fetched(store, [contact], [call]);
    lists.keep();
    await turn();
    assert.equal((await opened(session(database, { userId: 3 }))).store.state.contacts.value, null);
    for (const list of [null, 'x', [{}], [{ contactId: '7', contactName: 'Bo' }], { calls: [{}], total: 1, next: null }, { calls: 1 }]) {
        for (const name of ['shownContacts', 'shownCalls']) await database.put(name, { userId: 1, list });
        const { store: { state } } = await opened(session(database));
        assert.deepEqual([state.contacts.value, state.history.all.calls], [null, null], JSON.stringify(list));
    }
});

test('the kept lists are deleted at any sign-out, and nothing is kept afterwards', async () => {
    for (const by of ['person', 'server']) {
        const database = new Values();
        await database.put('tokens', { accessToken: 'a', refreshToken: 'r' });
        const answer = { error: { code: 'ErrRefreshTokenExpired', title: '' } };
        const owner = session(database, { fetch: async () => new Response(JSON.stringify(answer), { status: 401 }) });
        const { store, lists } = await opened(owner);
        fetched(store, [contact], [call]);
        store.set({ cards: { seen: ['5 x'], queue: [] } });
        lists.keep();
        await turn();
        assert.deepEqual(['shownContacts', 'shownCalls', 'shownRequests'].filter((name) => !database.kept.has(name)), []);
        const ended = new Promise((resolve) => { owner.onSignedOut(resolve); });
        if (by === 'person') await owner.signOut();
        else await owner.api.renewToken().catch(() => {});
        assert.equal(await ended, by);
        fetched(store, [contact, contact], [call, call]);
        lists.keep();
        await turn();
        assert.deepEqual([...database.kept.keys()].filter((name) => name.startsWith('shown')), [], by);
    }
});
