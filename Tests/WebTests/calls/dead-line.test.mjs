import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gate, settle } from './doubles/time.mjs';
import { connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

/** Bo's connection silently drops everything; then it works again. */
async function lineReturns({ bo }) {
    bo.comesBack();
    await settle();
}
/** Ana rings both devices of Bo; then the connection of the first drops everything. */
async function ringing(...names) {
    const world = await makeWorld('ana', 'bo', ...names);
    await world.ana.calls.call([2], { video: false });
    await settle();
    world.bo.isOnline = false;
    return world;
}

test('a call placed while the signaling connection was dead rings once it is back, and can be answered', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    bo.isOnline = false;
    await ana.calls.call([2], { video: false });
    await clock.advance(26_000);
    assert.deepEqual(bo.told('incoming'), []);
    await lineReturns(world);
    assert.deepEqual(bo.told('incoming').map(({ call }) => [call.id, call.isVerified]), [[7, true]]);
    await bo.calls.answer({ video: false });
    await clock.advance(1000);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

for (const [what, names, over, ends] of [
    ['its caller gave up', [], ({ ana }) => ana.calls.hangUp(), ['cancelled']],
    ['the other device answered', ['boElsewhere'], ({ boElsewhere }) => boElsewhere.calls.answer({ video: false }), ['answeredElsewhere']],
    ['the other device declined', ['boElsewhere'], ({ boElsewhere }) => boElsewhere.calls.decline(), ['declinedElsewhere']],
]) {
    test(`a ringing call ends after the reconnection when ${what} meanwhile`, async () => {
        const world = await ringing(...names);
        await over(world);
        await settle();
        assert.deepEqual(world.bo.ends, []);
        await lineReturns(world);
        assert.deepEqual(world.bo.ends, ends);
        assert.ok(!world.server.log.includes('22 endCall 7'), 'the server is not told that it was declined here');
    });
}

test('a ringing call rings on after a reconnection, without a second ring or a look at the history', async () => {
    const world = await ringing();
    await lineReturns(world);
    assert.deepEqual([world.bo.told('incoming').length, world.bo.ends, world.server.log.includes('22 callHistory')], [1, [], false]);
});

test('during a call, a call placed on a dead connection rings as a second one, and one that ended meanwhile stops', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await ana.calls.call([2], { video: false });
    await settle();
    await bo.calls.answer({ video: false });
    await clock.advance(1000);
    bo.isOnline = false;
    await cy.calls.call([2], { video: false });
    await settle();
    assert.deepEqual(bo.told('waiting'), []);
    await lineReturns(world);
    assert.equal(bo.told('waiting').at(-1).call.id, 8);
    bo.isOnline = false;
    await cy.calls.hangUp();
    await settle();
    await lineReturns(world);
    assert.equal(bo.told('waiting').at(-1).call, null);
    assert.ok(await hears(ana, bo));
});

test('a server that does not list ringing calls ends none', async () => {
    const world = await ringing();
    world.server.listsRings = false;
    await world.ana.calls.hangUp();
    await lineReturns(world);
    assert.deepEqual(world.bo.ends, []);
});

test('a repeated call to a group that was left, cancelled on a dead connection, counts as missed despite the history', async () => {
    const world = await ringing();
    world.server.callHistory = () => [];
    await world.ana.calls.hangUp();
    await lineReturns(world);
    assert.deepEqual(world.bo.ends, ['cancelled']);
});

test('after a server restart the history decides whether a call was missed', async () => {
    const world = await ringing('boElsewhere');
    await world.boElsewhere.calls.decline();
    world.server.sentEnds.clear();
    await lineReturns(world);
    assert.deepEqual(world.bo.ends, ['answeredElsewhere']);
});

test('a failed request is retried while the call rings on', async () => {
    const world = await ringing();
    world.server.listsEnds = false;
    const { ana, bo, clock } = world;
    await ana.calls.hangUp();
    bo.serverFailures = { activeCall: 'offline' };
    await lineReturns(world);
    bo.serverFailures = { callHistory: 'offline' };
    await clock.advance(1000);
    assert.deepEqual(bo.ends, []);
    bo.serverFailures = {};
    await clock.advance(2000);
    assert.deepEqual(bo.ends, ['cancelled']);
    assert.deepEqual(await leftovers(world), []);
});

test('a request without an answer is sent again on another connection', async () => {
    const world = await ringing();
    const { ana, bo, clock, server } = world;
    await ana.calls.hangUp();
    server.before.activeCall.shut();
    await lineReturns(world);
    server.before.activeCall = new Gate();
    await clock.advance(5999);
    assert.deepEqual(bo.ends, ['cancelled']);
    assert.deepEqual(await leftovers(world), []);
});

test('a call that ends while the server is queried does not ring because of an older answer', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    bo.isOnline = false;
    await ana.calls.call([2], { video: false });
    server.after.activeCall.shut();
    await lineReturns(world);
    await ana.calls.hangUp();
    await settle();
    server.after.activeCall.open();
    await settle();
    assert.deepEqual(bo.told('incoming'), []);
});

test('a call that arrives while the server is queried is not ended by an older answer', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    server.after.activeCall.shut();
    await lineReturns(world);
    await ana.calls.call([2], { video: false });
    await settle();
    server.after.activeCall.open();
    await settle();
    assert.deepEqual([bo.told('incoming').length, bo.ends], [1, []]);
});

test('a call that is declined while the server is queried does not ring again because of an older answer', async () => {
    const world = await ringing();
    const { bo, server } = world;
    server.after.activeCall.shut();
    await lineReturns(world);
    await bo.calls.decline();
    server.after.activeCall.open();
    await settle();
    assert.deepEqual([bo.told('incoming').length, bo.ends], [1, ['declined']]);
});

/** Ana's invitation reaches Bo a minute and a half after it was signed. */
async function tooLate() {
    const world = await makeWorld('ana', 'bo');
    world.bo.isOnline = false;
    await world.ana.calls.call([2], { video: false });
    await world.clock.advance(91_000);
    await lineReturns(world);
    assert.deepEqual([world.bo.told('incoming'), world.bo.told('missed')], [[], []]);
    return world;
}

test('a call whose invitation is too old to ring counts as missed once it rings on no device', async () => {
    const world = await tooLate();
    const { ana, bo } = world;
    await lineReturns(world);
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual(bo.told('missed').map(({ call }) => [call.id, call.callerName, call.isVerified]), [[7, 'User 1', true]]);
    await lineReturns(world);
    assert.deepEqual([bo.told('missed').length, bo.ends], [1, []]);
});

test('a call whose invitation is too old counts as missed when its end came on a dead connection', async () => {
    const world = await tooLate();
    world.bo.isOnline = false;
    await world.ana.calls.hangUp();
    await lineReturns(world);
    assert.equal(world.bo.told('missed').length, 1);
});

test('a call whose invitation is too old is not missed when another device answered', async () => {
    const { ana, bo } = await tooLate();
    bo.hears({ type: 'call_cancelled', callId: 7, reason: 'answered_elsewhere' });
    await settle();
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual([bo.told('missed'), bo.ends], [[], []]);
});

for (const [what, change, reason] of [
    ['was put out of it', ({ ana }) => ana.calls.running().sync.remove(2), 'remoteHungUp'],
    ['went on with it on another device', ({ server }) => { server.calls.get(7).members.set(2, { device: 23, status: 'accepted' }); }, 'answeredElsewhere'],
]) {
    test(`a call ends after the reconnection for a participant who ${what} meanwhile`, async () => {
        const world = await connected('ana', 'bo', 'cy');
        const { ana, bo, clock } = world;
        bo.isOnline = false;
        await change(world);
        await lineReturns(world);
        await clock.advance(1000);
        assert.deepEqual([bo.ends, ana.ends], [[reason], []]);
    });
}
