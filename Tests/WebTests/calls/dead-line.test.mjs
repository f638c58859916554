import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gate, settle } from './doubles/time.mjs';
import { connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

/** Bo's line passes nothing, and no one notices; then it works again. */
async function lineReturns({ bo }) {
    bo.comesBack();
    await settle();
}
/** Ana rings both devices of Bo; then the line of the first passes nothing. */
async function ringing(...names) {
    const world = await makeWorld('ana', 'bo', ...names);
    await world.ana.calls.call([2], { video: false });
    await settle();
    world.bo.isOnline = false;
    return world;
}

test('a call that came on a dead line rings once it works again, and is answered', async () => {
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
    test(`what rang on a line that died ends as the line returns when ${what} meanwhile`, async () => {
        const world = await ringing(...names);
        await over(world);
        await settle();
        assert.deepEqual(world.bo.ends, []);
        await lineReturns(world);
        assert.deepEqual(world.bo.ends, ends);
        assert.ok(!world.server.log.includes('22 endCall 7'), 'the server is not told that it was declined here');
    });
}

test('what rings goes on ringing, once, and nothing is asked of the history', async () => {
    const world = await ringing();
    await lineReturns(world);
    assert.deepEqual([world.bo.told('incoming').length, world.bo.ends, world.server.log.includes('22 callHistory')], [1, [], false]);
});

test('in a call, too, a call that came on a dead line rings beside it, and one that ended meanwhile does not ring on', async () => {
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

test('a server that does not list what rings ends nothing', async () => {
    const world = await ringing();
    world.server.listsRings = false;
    await world.ana.calls.hangUp();
    await lineReturns(world);
    assert.deepEqual(world.bo.ends, []);
});

test('called again into a group that was left, and cancelled on a dead line: missed, though the history says otherwise', async () => {
    const world = await ringing();
    world.server.callHistory = () => [];
    await world.ana.calls.hangUp();
    await lineReturns(world);
    assert.deepEqual(world.bo.ends, ['cancelled']);
});

test('a server that was started again knows no ends: the history says whether it was missed', async () => {
    const world = await ringing('boElsewhere');
    await world.boElsewhere.calls.decline();
    world.server.sentEnds.clear();
    await lineReturns(world);
    assert.deepEqual(world.bo.ends, ['answeredElsewhere']);
});

test('what fails is asked for again, and what rings goes on meanwhile', async () => {
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

test('a question that gets no answer is asked again on another connection', async () => {
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

test('a call that ends while the server is being asked does not begin to ring by an older answer', async () => {
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

test('a call that comes while the server is being asked is not ended by an older answer', async () => {
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

test('what was declined while the server is being asked does not ring again by an older answer', async () => {
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

test('a call whose invitation is too old to ring is missed once it rings nowhere', async () => {
    const world = await tooLate();
    const { ana, bo } = world;
    await lineReturns(world);
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual(bo.told('missed').map(({ call }) => [call.id, call.callerName, call.isVerified]), [[7, 'User 1', true]]);
    await lineReturns(world);
    assert.deepEqual([bo.told('missed').length, bo.ends], [1, []]);
});

test('the same where its end came on a dead line', async () => {
    const world = await tooLate();
    world.bo.isOnline = false;
    await world.ana.calls.hangUp();
    await lineReturns(world);
    assert.equal(world.bo.told('missed').length, 1);
});

test('it is not missed where another device has answered', async () => {
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
    test(`a call ends as the line returns for who ${what} meanwhile`, async () => {
        const world = await connected('ana', 'bo', 'cy');
        const { ana, bo, clock } = world;
        bo.isOnline = false;
        await change(world);
        await lineReturns(world);
        await clock.advance(1000);
        assert.deepEqual([bo.ends, ana.ends], [[reason], []]);
    });
}
