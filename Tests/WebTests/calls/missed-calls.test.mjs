import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callActions } from '../../../Web/features/calls/call-actions.js';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { historyActions } from '../../../Web/features/history/history-actions.js';
import { IncomingNotification } from '../../../Web/features/notifications/incoming-notification.js';
import { initialState } from '../../../Web/state/state.js';
import { missedCount, noPages } from '../../../Web/features/history/history-state.js';
import { Store } from '../../../Web/state/store.js';
import { pageView } from '../../../Web/page/page.js';
import { said } from '../english.mjs';
import { ClockDouble, settle } from './doubles/time.mjs';
import { connect, makeWorld } from './doubles/world.mjs';

globalThis.location = { hash: '' };
globalThis.history = { replaceState() {} };

const incoming = (id, callerName, caller = 2) => ({ type: 'incoming', ringsUntil: 60_000, call: { id, caller, callerName, isVideo: true, isVerified: true, canReply: false } });
const ended = (callId, reason) => ({ type: 'ended', callId, reason, problem: null, statistics: null });

/** A page at some place; `screens`: what has filled the window since. */
function page(route = { name: 'contacts' }) {
    const store = new Store({ ...initialState(0), screen: 'main', route, account: { userId: 1, deviceId: 11, displayName: 'Ana' } });
    /** @type {Set<string>} */
    const screens = new Set();
    const view = (name) => () => { screens.add(name); return ''; };
    const views = { mainView: () => '', callView: view('call'), callEndedView: view('ended'), incomingView: view('incoming'), waitingView: view('waiting'), addPeople: () => null, beforeCallDialog: () => null, permissionDialog: () => '', personCard: () => null };
    store.onChange(() => void pageView(store.state, {}, views));
    const actions = callActions(store, { signedIn: null }, { clock: new ClockDouble() });
    return { store, screens, ...actions, notices: () => store.state.notices.map(({ text }) => said(text)) };
}

for (const reason of ['cancelled', 'notAnswered']) {
    test(`a missed call (${reason}) fills no window once it stops ringing, and a second one replaces nothing`, async () => {
        const { store, screens, received, notices } = page();
        received(incoming(7, 'Bo'));
        await settle();
        received(ended(7, reason));
        await settle();
        assert.deepEqual([store.state.call, store.state.lastMissed], [null, { id: 7, peer: { userId: 2, name: 'Bo' }, isVerified: true }]);
        received(incoming(8, 'Cy', 3));
        received(ended(8, reason));
        await settle();
        assert.deepEqual([[...screens], notices(), store.state.lastMissed.id], [['incoming'], ['Bo called you.', 'Cy called you.'], 8]);
    });
}

test('a call that was declined, or answered elsewhere, was not missed', async () => {
    for (const reason of ['declined', 'answeredElsewhere', 'declinedElsewhere']) {
        const { store, screens, received } = page();
        received(incoming(7, 'Bo'));
        await settle();
        received(ended(7, reason));
        await settle();
        assert.deepEqual([store.state.call, store.state.lastMissed, [...screens]], [null, null, ['incoming']], reason);
    }
});

/** [how a call ends, the notice to a person who is elsewhere in the page] */
const ends = [['remoteHungUp', 'The call with Bo has ended.'], ['connectionLost', 'The connection was lost.'], ['declined', 'Bo declined the call.'], ['hungUp', null]];
for (const [reason, sentence] of ends) {
    test(`a call that ends (${reason}) while another screen is open fills no window`, async () => {
        for (const route of [{ name: 'contacts' }, { name: 'call', id: 7 }]) {
            const { store, screens, received, notices } = page(route);
            const peer = { userId: 2, name: 'Bo' };
            store.set({ call: newCall({ phase: 'inCall', id: 7, peer, isVideo: false, isOutgoing: true, startedAt: reason === 'declined' ? null : 1 }) });
            received(ended(7, reason));
            await settle();
            const isThere = route.name === 'call';
            assert.deepEqual([store.state.call?.phase ?? null, screens.has('ended')], isThere ? ['ended', true] : [null, false]);
            if (isThere || sentence === null) assert.deepEqual(notices(), []);
            else assert.equal(notices().length, 1);
            if (!isThere && reason === 'remoteHungUp') assert.deepEqual(notices(), [sentence]);
        }
    });
}

for (const [what, signal, isMissed] of [
    ['the caller gives up', { type: 'call_ended', reason: 'cancelled' }, true], ['nobody answers in a call that goes on', { type: 'call_cancelled', reason: 'no_answer' }, true],
    ['it is answered elsewhere', { type: 'call_cancelled', reason: 'answered_elsewhere' }, false], ['it is declined elsewhere', { type: 'call_cancelled', reason: 'declined' }, false],
]) {
    test(`a call that rings beside another, and ${what}, is ${isMissed ? '' : 'not '}reported as missed`, async () => {
        const world = await makeWorld('ana', 'bo', 'cy');
        const { ana, bo, cy, server } = world;
        await connect({ ...world, people: [ana, bo] });
        await cy.calls.call([2], { video: false });
        await settle();
        assert.equal(bo.told('waiting').at(-1).call.caller, 3);
        server.notify(bo.device, { callId: 8, ...signal });
        await settle();
        assert.deepEqual(bo.told('missed').map(({ call }) => [call.id, call.callerName]), isMissed ? [[8, 'User 3']] : []);
    });
}

test('a call that rings out beside another is missed', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await connect({ ...world, people: [ana, bo] });
    await cy.calls.call([2], { video: false });
    await clock.advance(61_000);
    assert.deepEqual(bo.told('missed').map(({ call }) => call.id), [8]);
});

test('a missed call that is reported shows a notice, and nothing rings', () => {
    const { store, received, notices } = page({ name: 'call', id: 7 });
    received({ type: 'missed', call: incoming(8, '', 3).call });
    assert.deepEqual([notices(), store.state.lastMissed.id, store.state.call], [['Someone called you.'], 8, null]);
});

test('a hidden page reports a missed call as a notification, if enabled, and names only a verified caller', () => {
    for (const [isHidden, isWanted, isVerified, expected] of [
        [true, true, true, ['Bo']], [true, true, false, ['Missed call']], [false, true, true, []], [true, false, true, []],
    ]) {
        const shown = [];
        const notification = new IncomingNotification({ isHidden: () => isHidden, show: (one) => shown.push(one), close: () => {} });
        notification.tellMissed({ id: 7, peer: { userId: 2, name: 'Bo' }, isVerified }, isWanted);
        assert.deepEqual(shown.map(({ title }) => said(title)), expected);
        for (const { tag, isSilent, data } of shown) assert.deepEqual([tag, isSilent, data], ['call-7', true, { kind: 'calls' }]);
    }
});

test('missed calls are counted while the page is hidden with the call list open', async () => {
    const past = (id) => ({ id, startedAt: id, result: 'missed', people: [], isVideo: false, isGroup: false, isOutgoing: false, duration: 0 });
    for (const [isVisible, count] of [[true, 0], [false, 2]]) {
        const store = new Store({ ...initialState(0), route: { name: 'calls' } });
        store.set({ history: { ...store.state.history, all: noPages(), lastSeen: 6 } });
        const source = { service: { page: async () => ({ calls: [past(8), past(7)], total: 2, next: null }) }, database: { get: async () => undefined, put: async () => {} } };
        historyActions(store, { signedIn: { history: source.service, session: { database: source.database } } }, { clock: new ClockDouble(), isVisible: () => isVisible }).loadHistory();
        await settle();
        assert.equal(missedCount(store.state.history), count);
    }
});
