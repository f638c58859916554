import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { EndReports, keptEnds } from '../../../Web/calls/lifecycle/end-reports.js';
import { APIError } from '../../../Web/protocol/errors.js';
import { ClockDouble, settle } from './doubles/time.mjs';
import { connected } from './doubles/world.mjs';

const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
beforeEach(() => {
    const values = new Map();
    const localStorage = { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => values.set(name, value), removeItem: (name) => values.delete(name) };
    Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true, writable: true });
});
afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else delete globalThis.localStorage;
});

const reports = ({ server }) => server.log.filter((line) => line === '22 endCall 7').length;

/** Bo hangs up while the server is away. */
async function hungUpInVain() {
    const world = await connected('ana', 'bo');
    const { bo, clock } = world;
    bo.serverFailures.endCall = 'offline';
    bo.isOnline = false;
    const hangingUp = bo.calls.hangUp();
    await clock.advance(10_000);
    await hangingUp;
    return world;
}

for (const isLoadedAnew of [false, true]) {
    test(`a hang-up while the server was away${isLoadedAnew ? ', followed by a reload,' : ''} is reported once it is back, and the call is not offered`, async () => {
        const world = await hungUpInVain();
        const { ana, bo, clock, server } = world;
        assert.deepEqual([bo.ends, ana.ends, reports(world), bo.isUrgent], [['hungUp'], [], 1, true]);
        bo.serverFailures = {};
        if (isLoadedAnew) await bo.reload();
        else bo.comesBack();
        await clock.advance(1000);
        assert.deepEqual([reports(world), server.calls.get(7).isOver, ana.ends, bo.isUrgent], [2, true, ['remoteHungUp'], false]);
        assert.deepEqual(bo.told('running').filter(({ call }) => call !== null), []);
        // It is reported once.
        bo.comesBack();
        await clock.advance(1000);
        assert.equal(reports(world), 2);
    });
}

test('an unreported end is sent before a new call is placed', async () => {
    const world = await hungUpInVain();
    const { ana, bo, clock, server } = world;
    bo.serverFailures = {};
    // The session with the server is not back yet.
    const calling = bo.calls.call([1], { video: false });
    await clock.advance(1000);
    await calling;
    assert.deepEqual(server.log.filter((line) => /^22 (endCall|startCall)/.test(line)), ['22 endCall 7', '22 endCall 7', '22 startCall']);
    assert.deepEqual(ana.ends, ['remoteHungUp']);
});

test('an unreported end does not remove a participant who has rejoined the call', async () => {
    const world = await hungUpInVain();
    const { ana, bo, clock } = world;
    const returning = bo.calls.resume(7);
    await clock.advance(1000);
    await returning;
    bo.serverFailures = {};
    bo.comesBack();
    await clock.advance(1000);
    assert.deepEqual([ana.ends, reports(world)], [[], 1]);
    await bo.reload();
    await clock.advance(1000);
    assert.deepEqual([bo.told('running').at(-1).call?.id, reports(world)], [7, 1]);
});

test('an unreported end is retried quickly for two minutes, and still sent later', async () => {
    const world = await hungUpInVain();
    const { bo, clock } = world;
    await clock.advance(120_000);
    assert.equal(bo.isUrgent, false);
    bo.serverFailures = {};
    bo.comesBack();
    await clock.advance(1000);
    assert.equal(world.server.calls.get(7).isOver, true);
});

/** [the server's answer, whether it still has to be reported] */
for (const [failure, isOwed] of [[['offline'], true], [['timeout'], true], [['', 401], true], [['ErrTooManyRequests', 429], true], [['', 503], true], [['ErrCallNotFound', 404], false], [['', 400], false]]) {
    test(`an end that failed with ${failure.join(' ')} is ${isOwed ? 'retried' : 'done'}`, async () => {
        const ends = new EndReports({ send: async () => { throw new APIError(...failure); } });
        ends.leave(7);
        await settle();
        assert.deepEqual([ends.isOwed, ends.hasLeft(7), ends.hasLeft(8)], [isOwed, true, false]);
    });
}

test('two unreported ends are both sent, each with its reason, one request at a time', async () => {
    /** @type {object[]} */
    const asked = [];
    const api = { send: async (_, { body }) => { asked.push(body); throw new APIError('offline'); } };
    const ends = new EndReports(api, keptEnds('2_22'));
    ends.leave(7);
    ends.leave(8, 'no_answer');
    await settle();
    api.send = async (_, { body }) => { asked.push(body); };
    const next = new EndReports(api, keptEnds('2_22'));
    assert.deepEqual([next.hasLeft(7), next.hasLeft(8), next.isOwed], [true, true, true]);
    await Promise.all([next.report(new ClockDouble()), next.report(new ClockDouble())]);
    assert.deepEqual(asked.slice(2), [{ callId: 7 }, { callId: 8, reason: 'no_answer' }]);
    assert.deepEqual([next.isOwed, keptEnds('2_22').load()], [false, []]);
});

test('the stored ends of another device, and malformed ones, are ignored', () => {
    keptEnds('2_22').save([{ id: 7 }]);
    assert.deepEqual([keptEnds('2_22').load(), keptEnds('2_23').load()], [[{ id: 7 }], []]);
    for (const text of ['x', '{"device":"2_22","owed":[{"id":"7"},{"id":7,"reason":"x"},null]}']) {
        localStorage.setItem('owed-ends', text);
        assert.deepEqual(keptEnds('2_22').load(), []);
    }
});
