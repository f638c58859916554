import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardActions } from '../../Web/features/cards/card-actions.js';
import { befriended, cardsAfter, putAway, shownCard } from '../../Web/features/cards/card-queue.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';

const [bo, cai, dia] = [[5, 'Bo'], [6, 'Cai'], [7, 'Dia']];
const at = (minute) => `2026-03-14T15:${String(minute).padStart(2, '0')}:00Z`;
const ready = (value) => ({ status: 'ready', value, problem: null });
const request = ([user, receiverName], minute = user) => ({ user, receiverName, date: at(minute) });
const contact = ([contactId, contactName], more = {}) => ({ contactId, contactName, isFavorite: false, lastInteraction: null, ...more });

/** A page whose lists the server has sent: the newest request first, as they come. */
function page(changes = {}) {
    let state = { ...initialState(0), screen: 'main', requests: ready({ received: [], sent: [] }), contacts: ready([]), cards: { seen: [], queue: [] }, ...changes };
    const after = (change) => {
        state = { ...state, ...change };
        const cards = cardsAfter(state);
        assert.equal(cardsAfter({ ...state, cards }), cards, 'once more changes nothing');
        state = { ...state, cards };
        return shown();
    };
    const shown = () => {
        const found = shownCard(state);
        return found && `${found.card.name} ${found.card.kind}${found.more ? ` +${found.more}` : ''}`;
    };
    const queue = () => state.cards.queue.map(({ name, kind }) => `${name} ${kind}`);
    return {
        get state() { return state; }, after, shown, queue,
        asks: (...requests) => after({ requests: ready({ received: requests, sent: [] }) }),
        joins: (person, wasAcceptedHere) => after({ cards: befriended(state.cards, { user: person[0], name: person[1], wasAcceptedHere }) }),
        puts: () => after({ cards: putAway(state.cards, shownCard(state).card) }),
    };
}

test('a request is asked about, accepted, and its card offers a call in its place until the call', () => {
    const ana = page();
    assert.equal(ana.asks(request(bo)), 'Bo request');
    assert.equal(ana.joins(bo, true), 'Bo contact');
    assert.equal(ana.asks(), 'Bo contact');
    assert.equal(ana.after({ contacts: ready([contact(bo)]) }), 'Bo contact');
    assert.equal(ana.after({ call: { phase: 'outgoing', peer: { userId: 5 }, members: [] } }), null);
    assert.equal(ana.after({ call: null }), null, 'they were called');
});

test('requests queue: the first stays while others come, and each gets its turn', () => {
    const ana = page();
    assert.equal(ana.asks(request(bo, 1)), 'Bo request');
    assert.equal(ana.asks(request(dia, 3), request(cai, 2), request(bo, 1)), 'Bo request +2');
    assert.deepEqual(ana.queue(), ['Bo request', 'Cai request', 'Dia request']);
    assert.equal(ana.joins(bo, true), 'Bo contact +2');
    assert.equal(ana.puts(), 'Cai request +1');
    assert.equal(ana.puts(), 'Dia request');
    assert.equal(ana.puts(), null);
});

test('a card that is shown stays when someone becomes a contact elsewhere', () => {
    const ana = page();
    ana.asks(request(bo));
    assert.equal(ana.joins(cai), 'Bo request');
    assert.deepEqual(ana.queue(), ['Bo request', 'Cai contact']);
});

test('a card vanishes when its request is answered or withdrawn elsewhere', () => {
    const ana = page();
    ana.asks(request(cai, 2), request(bo, 1));
    assert.equal(ana.asks(request(cai, 2)), 'Cai request');
    assert.equal(ana.asks(), null);
    assert.deepEqual(ana.state.cards, { seen: [], queue: [] });
});

test('what was put away stays away while it is pending; another request of the same person is asked about', () => {
    const ana = page();
    ana.asks(request(bo, 1));
    assert.equal(ana.puts(), null);
    assert.equal(ana.asks(request(bo, 1)), null);
    assert.deepEqual(ana.state.cards.seen, [`5 ${at(1)}`]);
    ana.asks();
    assert.deepEqual(ana.state.cards.seen, [], 'nothing is remembered of a request that is gone');
    assert.equal(ana.asks(request(bo, 9)), 'Bo request');
});

test('an accepted request is not asked about again while the lists have it still', () => {
    const ana = page();
    ana.asks(request(bo));
    ana.joins(bo, true);
    assert.equal(ana.puts(), null);
});

test('requests that were seen in their list are not asked about later', () => {
    const ana = page({ route: { name: 'requests' } });
    assert.equal(ana.asks(request(bo, 1)), null);
    assert.equal(ana.after({ route: { name: 'contacts' } }), null);
    assert.equal(ana.asks(request(cai, 2), request(bo, 1)), 'Cai request');
});

test('nothing is asked about before it is known what was put away, or what is pending', () => {
    const ana = page({ cards: { seen: null, queue: [] } });
    assert.equal(ana.asks(request(bo)), null);
    assert.equal(ana.after({ cards: { seen: [], queue: [] } }), 'Bo request');
    assert.equal(page({ requests: { status: 'loading', value: null, problem: null } }).after({}), null);
    const stale = page({ requests: { status: 'failed', value: { received: [request(bo)], sent: [] }, problem: null }, cards: { seen: [`6 ${at(6)}`], queue: [] } });
    assert.equal(stale.after({}), 'Bo request');
    assert.deepEqual(stale.state.cards.seen, [`6 ${at(6)}`], 'an old list tells of no end');
});

const asking = { seen: [], queue: [{ kind: 'request', user: 5, name: 'Bo', date: at(5) }] };
const joined = { seen: [], queue: [{ kind: 'contact', user: 5, name: 'Bo', wasAcceptedHere: true, isListed: true }] };
const inCall = (phase, peer = 9) => ({ call: { phase, peer: { userId: peer }, members: [] } });
for (const [what, changes, request, offer] of [
    ['on the contacts', {}, true, true],
    ['on the settings', { route: { name: 'settings' } }, true, true],
    ['on the list of requests', { route: { name: 'requests' } }, false, true],
    ['on the page of that contact', { route: { name: 'contact', id: 5 } }, true, false],
    ['on the page of another contact', { route: { name: 'contact', id: 6 } }, true, true],
    ['while a call rings', inCall('incoming'), false, false],
    ['while another call rings beside one', { ...inCall('inCall'), waiting: {} }, false, false],
    ['while one calls someone', inCall('outgoing'), true, false],
    ['in a call', inCall('inCall'), true, false],
    ['when a call has ended', inCall('ended'), false, false],
    ['at the link to their call', { route: { name: 'joinCall' }, joining: { userId: 5 } }, true, false],
    ["at the link to someone else's call", { route: { name: 'joinCall' }, joining: { userId: 6 } }, true, true],
    ['when the account is about to be deleted', { account: { deletedAt: at(1) } }, false, false],
    ['when they are blocked', { contacts: ready([contact(bo, { isBlocked: true })]) }, true, false],
    ['when they are no contact any more', { contacts: ready([]) }, true, false],
    ['before the contacts are loaded', { contacts: { status: 'loading', value: null, problem: null } }, true, true],
]) {
    test(`${what} a request ${request ? 'is' : 'isn’t'} shown, and a call ${offer ? 'is' : 'isn’t'} offered`, () => {
        const state = { ...page({ contacts: ready([contact(bo)]) }).state, requests: ready({ received: [], sent: [] }) };
        const shownWith = (cards, received) => {
            const there = { ...state, cards, requests: ready({ received, sent: [] }), ...changes };
            return shownCard({ ...there, cards: cardsAfter(there) }) !== null;
        };
        assert.deepEqual([shownWith(asking, [{ user: 5, receiverName: 'Bo', date: at(5) }]), shownWith(joined, [])], [request, offer]);
    });
}

test('accepting on a card asks the server once, and turns the card over before the lists come', async () => {
    for (const refusal of [null, new Error('offline')]) {
        const store = new Store({ ...initialState(0), cards: asking, requests: ready({ received: [{ user: 5, receiverName: 'Bo', date: at(5) }], sent: [] }) });
        const asked = [];
        const service = { accept: async (user) => { asked.push(user); if (refusal) throw refusal; } };
        let isOver = false;
        const actions = cardActions(store, async (user, work) => {
            await work(service).catch(() => {});
            isOver = true;
            return refusal === null;
        });
        actions.acceptOnCard(5, 'Bo');
        await new Promise((resolve) => { setImmediate(resolve); });
        assert.deepEqual([asked, isOver, store.state.cards.queue.map(({ kind }) => kind)], [[5], true, [refusal ? 'request' : 'contact']]);
        actions.watchCards();
        actions.putCardAway(store.state.cards.queue[0]);
        actions.watchCards();
        assert.deepEqual(store.state.cards.queue, []);
    }
});

test('watching changes the state only when the cards change', () => {
    const store = new Store({ ...initialState(0), requests: ready({ received: [request(bo)], sent: [] }) });
    const actions = cardActions(store, async () => false);
    const before = store.state;
    actions.watchCards();
    assert.equal(store.state, before);
    store.set({ cards: { seen: [], queue: [] } });
    actions.watchCards();
    assert.deepEqual(store.state.cards.queue.map(({ name }) => name), ['Bo']);
    const then = store.state;
    actions.watchCards();
    assert.equal(store.state, then);
});
