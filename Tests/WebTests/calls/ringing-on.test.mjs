import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { hears, leftovers, makeWorld } from './doubles/world.mjs';

/** Ana rings; Bo's page goes away 20 s later, because it is reloaded or the window is closed. */
async function ringing() {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    await ana.calls.call([2], { video: false });
    await clock.advance(20_000);
    assert.equal(bo.told('incoming').length, 1);
    await bo.calls.stop();
    await settle();
    return world;
}
const comesBack = async ({ bo }) => {
    bo.open();
    bo.comesBack();
    await settle();
};

test('closing a window while it rings declines nothing, and the next window rings for the remaining time', async () => {
    const world = await ringing();
    const { ana, bo, clock, server } = world;
    assert.deepEqual(ana.ends, []);
    assert.ok(!server.log.some((line) => line.startsWith('22 endCall')));
    await comesBack(world);
    const [first, second] = bo.told('incoming');
    assert.deepEqual([second.call, second.ringsUntil], [first.call, first.ringsUntil]);
    await bo.calls.answer({ video: false });
    await clock.advance(1000);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
    await comesBack(world);
    assert.equal(bo.told('incoming').length, 2);
});

test('a call that rings on stops when its time is over', async () => {
    const world = await ringing();
    const { bo, clock } = world;
    await comesBack(world);
    await clock.advance(39_999);
    assert.deepEqual(bo.ends, ['cancelled'], 'that of the first window');
    await clock.advance(1);
    assert.deepEqual(bo.ends.at(-1), 'notAnswered');
    assert.deepEqual(await leftovers(world), []);
});

for (const [what, change] of [
    ['the caller has given up', async ({ ana }) => { await ana.calls.hangUp(); }],
    ['its time is over', async ({ clock }) => { await clock.advance(60_000); }],
    ['the server does not know of it', async ({ server }) => { server.calls.clear(); }],
    ['it rang for another device', async ({ bo }) => { bo.session.deviceAddress = '2_99'; }],
]) {
    test(`no call rings on when ${what}`, async () => {
        const world = await ringing();
        await change(world);
        await comesBack(world);
        assert.equal(world.bo.told('incoming').length, 1);
    });
}

test('an open page rings once, however often its connection returns', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo } = world;
    await ana.calls.call([2], { video: false });
    await settle();
    for (let time = 0; time < 3; time += 1) bo.comesBack();
    await settle();
    assert.equal(bo.told('incoming').length, 1);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

/** Ana and Bo are talking, Cy calls Bo, and his page is reloaded. */
async function ringingBeside() {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy } = world;
    await ana.calls.call([2], { video: false });
    await settle();
    await bo.calls.answer({ video: false });
    await settle();
    await cy.calls.call([2], { video: false });
    await settle();
    assert.equal(bo.told('waiting').at(-1).call.id, 8);
    assert.deepEqual(bo.told('waitingPeople').map(({ callId, members }) => [callId, members.map(({ userId, status }) => [userId, status])]), [[8, [[2, 'ringing'], [3, 'joined']]]]);
    return world;
}
const reloaded = async (world) => {
    const { bo } = world;
    await bo.calls.stop();
    await settle();
    await comesBack(world);
};

test('a call that rang beside another rings on in a reloaded page', async () => {
    const world = await ringingBeside();
    const { bo, cy, clock, server } = world;
    await reloaded(world);
    assert.equal(bo.told('incoming').at(-1).call.id, 8);
    assert.ok(!server.log.includes('22 endCall 8'));
    await bo.calls.answer({ video: false });
    await clock.advance(1000);
    assert.ok(await hears(cy, bo) && await hears(bo, cy));
});

for (const [what, over] of [
    ['was declined', async ({ bo }) => { await bo.calls.declineWaiting(); }],
    ['its caller gave up', async ({ cy }) => { await cy.calls.hangUp(); }],
    ['its caller gave up while the page was away', async (world) => { world.server.calls.get(8).isOver = true; }],
]) {
    test(`a call that rang beside another and ${what} does not ring in a reloaded page`, async () => {
        const world = await ringingBeside();
        const before = world.bo.told('incoming').length;
        await over(world);
        await settle();
        await reloaded(world);
        assert.equal(world.bo.told('incoming').length, before);
    });
}
