import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { hears, makeWorld } from './doubles/world.mjs';

/** Bo talks with Cy in call 8, and has call 7 with Ana on hold. */
async function two() {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await ana.calls.call([2], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    await clock.advance(1000);
    await cy.calls.call([2], { video: true });
    await settle();
    await bo.calls.answerWaiting({ video: true, holds: true });
    await clock.advance(12_000);
    assert.ok(await hears(cy, bo) && await hears(bo, cy) && !await hears(ana, bo));
    return world;
}

test('a swap holds the one call and resumes the other with new keys, and the next one back again', async () => {
    const { ana, bo, cy, clock, server } = await two();
    for (const [resumed, other, held] of [[7, ana, cy], [8, cy, ana]]) {
        server.log.length = 0;
        const ends = bo.ends.length;
        const workers = bo.engine.workers.length;
        await bo.calls.holdFor(resumed);
        assert.deepEqual(bo.ends.slice(ends), ['onHold']);
        await bo.calls.resume(resumed);
        await clock.advance(12_000);
        assert.ok(await hears(other, bo) && await hears(bo, other), `with ${other.name}`);
        assert.ok(!await hears(held, bo), `nothing goes to ${held.name}`);
        assert.equal(bo.engine.workers.length, workers + 1);
        const own = server.log.filter((line) => line.startsWith('22 holdCall') || line.startsWith('22 joinCall') || line.startsWith('22 endCall'));
        assert.deepEqual(own, [`22 holdCall ${resumed === 7 ? 8 : 7}`, `22 joinCall ${resumed}`]);
    }
    assert.deepEqual([ana.ends, cy.ends], [[], []]);
});

for (const [what, prepare, code] of [
    ['the held call has ended', async ({ ana }) => ana.calls.hangUp(), 'over'],
    ['the server cannot be reached', async ({ bo }) => { bo.serverFailures.holdCall = 'offline'; }, 'offline'],
]) {
    test(`${what}: the swap is refused, and the running call goes on`, async () => {
        const world = await two();
        const { bo, cy, clock } = world;
        const ends = bo.ends.length;
        await prepare(world);
        await clock.advance(1000);
        await assert.rejects(bo.calls.holdFor(7), { code });
        await clock.advance(1000);
        assert.deepEqual(bo.ends.slice(ends), []);
        assert.ok(await hears(cy, bo) && await hears(bo, cy));
    });
}

test('the held call ends after the swap and before this device is in it: the other one is resumed', async () => {
    const { ana, bo, cy, clock, server } = await two();
    await bo.calls.holdFor(7);
    server.before.joinCall.shut();
    const returning = assert.rejects(bo.calls.resume(7), ({ code }) => code === 'over' || code === 'noCall');
    await settle();
    await ana.calls.hangUp();
    server.before.joinCall.open();
    await clock.advance(2000);
    await returning;
    await bo.calls.resume(8);
    await clock.advance(12_000);
    assert.ok(await hears(cy, bo) && await hears(bo, cy));
});

test('a held call whose end was never heard is said to be over, although another is on hold by then', async () => {
    const { bo, clock, server } = await two();
    await bo.calls.holdFor(7);
    server.calls.get(7).isOver = true;
    await assert.rejects(bo.calls.resume(7), { code: 'over' });
    await bo.calls.resume(8);
    await clock.advance(1000);
    assert.equal(bo.calls.current !== null, true);
});

test('the running call ends while the server is asked: the held one is resumed', async () => {
    const { ana, bo, cy, clock, server } = await two();
    server.before.holdCall.shut();
    const swapping = assert.rejects(bo.calls.holdFor(7), ({ code }) => code === 'over' || code === 'noCall');
    await settle();
    await cy.calls.hangUp();
    server.before.holdCall.open();
    await clock.advance(2000);
    await swapping;
    assert.equal(bo.ends.at(-1), 'remoteHungUp');
    await bo.calls.resume(7);
    await clock.advance(12_000);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
});

test('a swap that is asked for twice at once happens once', async () => {
    const { ana, bo, clock } = await two();
    const ends = bo.ends.length;
    await Promise.all([bo.calls.holdFor(7), bo.calls.holdFor(7)]);
    assert.deepEqual(bo.ends.slice(ends), ['onHold']);
    await bo.calls.resume(7);
    await clock.advance(12_000);
    assert.ok(await hears(ana, bo));
});

test('nothing is swapped without a running call', async () => {
    const { bo } = await makeWorld('ana', 'bo');
    await assert.rejects(bo.calls.holdFor(7), { code: 'noCall' });
});

test('a page that is loaded anew is told which call is on hold beside the one to return to', async () => {
    const { bo, clock } = await two();
    await bo.reload();
    await clock.advance(1000);
    assert.deepEqual([bo.told('running').at(-1).call.id, bo.told('held').at(-1).id], [8, 7]);
});
