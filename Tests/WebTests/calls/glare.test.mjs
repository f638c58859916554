import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { hears, leftovers, makeWorld } from './doubles/world.mjs';

/** Ana calls Bo; the signal to him is held back. Then he calls her, and the server, which will answer that she is busy, is slow. */
async function bothCall() {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    const kept = [];
    server.change = (signal) => (signal.type === 'call_invitation' ? void kept.push(signal) : signal);
    await ana.calls.call([2], { video: true });
    await settle();
    server.change = (signal) => signal;
    server.before.startCall.shut();
    bo.serverFailures = { startCall: 'ErrAllCalleesBusy' };
    const failure = bo.calls.call([1], { video: true }).then(() => null, ({ code }) => code);
    await settle();
    assert.equal(kept.length, 1);
    return { ...world, failure, rings: () => server.notify(bo.device, kept[0]), answers: () => server.before.startCall.open() };
}
const refusals = ({ server }) => server.log.filter((line) => line.startsWith('22 endCall'));

for (const [when, ringsFirst] of [['before the server answered', true], ['after the server answered busy', false]]) {
    test(`on glare the first call rings at the second caller, and it arrived ${when}`, async () => {
        const world = await bothCall();
        const { ana, bo, clock } = world;
        const [first, second] = ringsFirst ? [world.rings, world.answers] : [world.answers, world.rings];
        first();
        await settle();
        assert.equal(bo.told('incoming').length, 0);
        second();
        assert.equal(await world.failure, 'busy');
        await settle();
        assert.deepEqual([bo.ends, bo.told('incoming').map(({ call }) => call.id), refusals(world)], [['busy'], [7], []]);
        await bo.calls.answer({ video: true });
        await clock.advance(1000);
        assert.ok(await hears(ana, bo) && await hears(bo, ana));
        await ana.calls.hangUp();
        assert.deepEqual(await leftovers(world), []);
    });
}

test('on glare a caller who gave up meanwhile does not ring', async () => {
    const world = await bothCall();
    const { ana, bo } = world;
    world.rings();
    await settle();
    await ana.calls.hangUp();
    await settle();
    world.answers();
    assert.equal(await world.failure, 'busy');
    assert.deepEqual([bo.told('incoming'), refusals(world)], [[], []]);
    assert.deepEqual(await leftovers(world), []);
});

test('a call that succeeds after all refuses the caller who rang meanwhile', async () => {
    const world = await bothCall();
    const { bo } = world;
    world.rings();
    await settle();
    bo.serverFailures = {};
    world.answers();
    assert.equal(await world.failure, null);
    await settle();
    assert.deepEqual([bo.told('incoming'), refusals(world)], [[], ['22 endCall 7']]);
});

test('a window that closes during glare declines nothing', async () => {
    const world = await bothCall();
    world.rings();
    await settle();
    const stopped = world.bo.calls.stop();
    world.answers();
    await Promise.all([stopped, world.failure]);
    assert.deepEqual([world.bo.told('incoming'), refusals(world)], [[], []]);
});

test('a call that arrives while another ends rings once that has ended', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, server } = world;
    await cy.calls.call([2], { video: false });
    await settle();
    server.before.endCall.shut();
    const declined = bo.calls.decline();
    await settle();
    await ana.calls.call([2], { video: false });
    await settle();
    assert.deepEqual(bo.told('incoming').map(({ call }) => call.caller), [3]);
    server.before.endCall.open();
    await declined;
    assert.deepEqual(bo.told('incoming').map(({ call }) => call.caller), [3, 1]);
    assert.deepEqual(refusals(world), ['22 endCall 7'], 'the one that he declined');
});
