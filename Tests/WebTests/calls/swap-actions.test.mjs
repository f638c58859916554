import assert from 'node:assert/strict';
import { test } from 'node:test';
import { swapActions } from '../../../Web/features/calls/running/swap-actions.js';
import { CallFailure } from '../../../Web/calls/model/call-failure.js';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { said } from '../english.mjs';
import { settle } from './doubles/time.mjs';

const held = { id: 7, people: [{ userId: 2, name: 'Bo' }], isVideo: true, isBusy: false };

/** In call 8 with Cai, while call 7 with Bo waits. The controller's `holdFor` does what it is given. */
function bench({ phase = 'inCall', holdFor = async () => {}, participants = async () => ({ participants: [] }) } = {}) {
    const [store, log] = [new Store(initialState(0)), []];
    store.set({ call: newCall({ phase, id: 8, peer: { userId: 3, name: 'Cai' }, isVideo: true, isOutgoing: false }), onHold: held });
    const bench = { store, log, notices: () => store.state.notices.map(({ text }) => said(text)) };
    const calls = {
        async holdFor(id) {
            log.push(`hold for ${id}, ${store.state.onHold.isBusy ? 'busy' : 'free'}, ${bench.actions.isSwapped(8, 'onHold')} ${bench.actions.isSwapped(8, 'remoteHungUp')} ${bench.actions.isSwapped(7, 'onHold')}`);
            await holdFor(store);
        },
    };
    const session = { account: { userId: 1, deviceId: 11 }, api: { send: (_, { id }) => participants(id) } };
    bench.actions = swapActions(store, { signedIn: { calls, session } }, {
        returnTo: async ({ id }) => { log.push(`return to ${id}`); }, checkHeld: async () => { log.push('check'); },
    });
    return bench;
}

/** The page is told that call 8 is on hold now. */
const puts = async (store) => store.set({ onHold: { ...held, id: 8, people: [{ userId: 3, name: 'Cai' }] } });

test('a swap holds the running call, returns to the other, and looks after the one that waits now', async () => {
    const { store, log, actions, notices } = bench({ holdFor: puts });
    actions.swapCalls();
    actions.swapCalls();
    await settle();
    assert.deepEqual(log, ['hold for 7, busy, true false false', 'return to 7', 'check'], 'once');
    assert.deepEqual([store.state.onHold.id, store.state.onHold.isBusy, actions.isSwapped(8, 'onHold'), notices()], [8, false, false, []]);
});

test('a running call that ends by itself meanwhile has led back already', async () => {
    const { log, actions } = bench({ holdFor: async (store) => store.set({ onHold: null, call: null }) });
    actions.swapCalls();
    await settle();
    assert.deepEqual(log, ['hold for 7, busy, true false false']);
});

for (const [code, wanted, sentences] of [
    ['over', ['check'], []], ['noCall', [], []], ['offline', [], ['The server isn’t responding. Check your network, then try again.']],
]) {
    test(`after a refusal (${code}) the running call goes on, and another attempt is possible`, async () => {
        const { store, log, actions, notices } = bench({ holdFor: async () => { throw new CallFailure(code); } });
        actions.swapCalls();
        await settle();
        assert.deepEqual([log.slice(1), notices(), store.state.onHold, store.state.call.phase], [wanted, sentences, held, 'inCall']);
        actions.swapCalls();
        await settle();
        assert.equal(log.filter((line) => line.startsWith('hold')).length, 2);
    });
}

for (const phase of ['joining', 'ended', 'ending', 'outgoing']) {
    test(`nothing is swapped while the call is ${phase}`, async () => {
        const { log, actions } = bench({ phase });
        actions.swapCalls();
        await settle();
        assert.deepEqual(log, []);
    });
}

const own = (isOnHold) => ({ userId: 1, deviceId: 11, status: 'reconnecting', displayName: 'Ana', ...(isOnHold && { isOnHold }) });
const other = { userId: 2, deviceId: 22, status: 'connected', displayName: 'Bo', isVideoEnabled: true };
for (const [what, before, answer, wanted] of [
    ['is known from then on', null, { participants: [own(true), other] }, held],
    ['is resumed meanwhile', null, { participants: [own(false), other] }, null],
    ['is over meanwhile', null, null, null],
    ['is known already', { ...held, isBusy: true }, { participants: [own(true), other] }, { ...held, isBusy: true }],
]) {
    test(`a held call that the server names ${what}`, async () => {
        const { store, actions } = bench({ participants: async () => { if (answer === null) throw new Error('gone'); return answer; } });
        store.set({ onHold: before });
        await actions.foundHeld(7);
        assert.deepEqual(store.state.onHold, wanted);
    });
}
