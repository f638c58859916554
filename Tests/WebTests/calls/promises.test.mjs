import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promiseActions } from '../../../Web/features/calls/promises/promise-actions.js';
import { promisesIn } from '../../../Web/features/calls/promises/promises.js';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { said } from '../english.mjs';
import { ClockDouble, settle } from './doubles/time.mjs';

const minute = 60_000;
const [bo, cy] = [{ userId: 2, name: 'Bo' }, { userId: 3, name: 'Cy' }];

/** A page that stores its promises in `kept`, like one that is reloaded with it. */
async function page(kept = new Map(), clock = new ClockDouble()) {
    const [store, reminded] = [new Store(initialState(0)), []];
    const database = { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, structuredClone(value)) };
    const actions = promiseActions(store, { signedIn: { session: { database } } }, clock, ({ name }) => reminded.push(name));
    await actions.recallPromises();
    return { store, actions, clock, kept, reminded, notices: () => store.state.notices.map(({ text, act }) => [said(text), act.action, act.userId]) };
}
const begin = ({ store, actions }, change) => {
    store.set({ call: change && newCall({ phase: 'inCall', peer: cy, isVideo: false, isOutgoing: true, ...change }) });
    actions.lookAtPromises();
};

test('a user who promised to call back is reminded once when it is due, and can call with one press', async () => {
    const world = await page();
    world.actions.promised(bo, 10);
    await world.clock.advance(10 * minute - 1);
    assert.deepEqual([world.notices(), world.reminded], [[], []]);
    await world.clock.advance(1);
    assert.deepEqual([world.notices(), world.reminded], [[['You promised to call Bo back now.', 'call', 2]], ['Bo']]);
    await world.clock.advance(24 * 60 * minute);
    assert.equal(world.reminded.length, 1);
    assert.deepEqual(world.store.state.promises.map(({ name, isTold }) => [name, isTold]), [['Bo', true]], 'its row stays until it is kept or removed');
});

test('a promise without a time needs no reminder', async () => {
    const world = await page();
    world.actions.promised(bo, 0);
    assert.deepEqual([world.store.state.promises, world.clock.waiting], [[], 0]);
});

test('promises survive a reload, and the user is reminded at once of one that came due meanwhile', async () => {
    const before = await page();
    before.actions.promised(bo, 10);
    before.actions.promised(cy, 60);
    const after = await page(before.kept, before.clock);
    assert.deepEqual(after.store.state.promises.map(({ name }) => name), ['Bo', 'Cy']);
    await settle();
    const clock = new ClockDouble();
    await clock.advance(30 * minute);
    const late = await page(before.kept, clock);
    await clock.advance(0);
    assert.deepEqual(late.reminded, ['Bo']);
});

test('calling, or talking in a group, keeps the promise; a call that only rings here does not', async () => {
    for (const [change, left] of [
        [{ phase: 'outgoing', peer: bo }, ['Cy']], [{ phase: 'inCall', peer: bo, isOutgoing: false }, ['Cy']], [{ phase: 'incoming', peer: bo, isOutgoing: false }, ['Bo', 'Cy']],
        [{ phase: 'ended', peer: bo }, ['Bo', 'Cy']], [{ phase: 'inCall', peer: { userId: 9, name: 'Dia' }, members: [{ ...bo, isSelf: false }, { ...cy, isSelf: false }] }, []],
    ]) {
        const world = await page();
        world.actions.promised(bo, 10);
        world.actions.promised(cy, 60);
        begin(world, change);
        assert.deepEqual(world.store.state.promises.map(({ name }) => name), left, JSON.stringify(change));
        await settle();
        assert.deepEqual(world.kept.get('promises').map(({ name }) => name), left);
    }
});

test('a reminder waits for the end of the call that the person is in', async () => {
    const world = await page();
    world.actions.promised(bo, 10);
    begin(world, {});
    await world.clock.advance(11 * minute);
    assert.deepEqual(world.reminded, []);
    begin(world, null);
    assert.deepEqual(world.reminded, ['Bo']);
});

test('the newest promise to a person counts, and there is no reminder of a removed one', async () => {
    const world = await page();
    world.actions.promised(bo, 10);
    world.actions.promised(bo, 30);
    await world.clock.advance(10 * minute);
    assert.deepEqual([world.store.state.promises.length, world.reminded], [1, []]);
    world.actions.forgetPromise(2);
    await world.clock.advance(60 * minute);
    assert.deepEqual([world.store.state.promises, world.reminded, world.kept.get('promises')], [[], [], []]);
});

test('a stored entry that is not a promise, or is a day old, is ignored', () => {
    const at = 5 * 24 * 60 * minute;
    const good = { userId: 2, name: 'Bo', at, isTold: false };
    for (const kept of [undefined, null, 'x', {}, [null], [{ ...good, userId: 'x' }], [{ ...good, at: '5' }], [{ ...good, at: at - 25 * 60 * minute }]]) assert.deepEqual(promisesIn(kept, at), []);
    assert.deepEqual(promisesIn([{ ...good, isTold: 'yes', more: 1 }], at), [good]);
});
