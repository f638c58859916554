import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gate, settle } from './doubles/time.mjs';
import { connect, connected, leftovers, makeWorld } from './doubles/world.mjs';

const noCall = { code: 'noCall' };
const joins = ({ server }, device) => server.log.filter((line) => line.startsWith(`${device} joinCall`)).length;
/** A promise that is examined later; it may fail before. */
function later(promise) {
    promise.catch(() => {});
    return promise;
}

for (const when of ['before', 'after']) {
    test(`hanging up ${when} the server has the invitation leaves nothing open, and the server is told`, async () => {
        const world = await makeWorld('ana', 'bo');
        const { ana, bo, server } = world;
        server[when].startCall.shut();
        const calling = later(ana.calls.call([2], { video: true }));
        await settle();
        await ana.calls.hangUp();
        server[when].startCall.open();
        await assert.rejects(calling, noCall);
        assert.deepEqual(await leftovers(world), []);
        assert.deepEqual(ana.ends, ['cancelled']);
        assert.deepEqual(bo.ends, ['cancelled']);
        assert.ok(server.log.includes('11 endCall 7') && server.calls.get(7).isOver);
        assert.equal(joins(world, 11), 0);
    });
}

test('hanging up while the camera opens closes it and calls no one', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, server } = world;
    ana.engine.cameraGate.shut();
    const calling = later(ana.calls.call([2], { video: true }));
    await settle();
    await ana.calls.hangUp();
    ana.engine.cameraGate.open();
    await assert.rejects(calling, noCall);
    assert.deepEqual(await leftovers(world), []);
    assert.equal(ana.engine.tracks.length, 2);
    assert.ok(!server.log.some((line) => line.includes('startCall')));
});

test('hanging up while dialing the media server leaves no connection', async () => {
    const world = await makeWorld('ana', 'bo');
    world.ana.janusGates.connect.shut();
    const calling = later(world.ana.calls.call([2], { video: true }));
    await settle();
    await world.ana.calls.hangUp();
    world.ana.janusGates.connect.open();
    await assert.rejects(calling, noCall);
    assert.deepEqual(await leftovers(world), []);
});

test('hanging up while it rings ends the call once on both sides', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo } = world;
    await ana.calls.call([2], { video: true });
    await settle();
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
    assert.deepEqual([ana.ends, bo.ends], [['cancelled'], ['cancelled']]);
    await assert.rejects(bo.calls.answer({ video: true }), noCall);
    await assert.rejects(ana.calls.hangUp(), noCall);
});

test('hanging up before the server admits the device: a device admitted late leaves again', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, server } = world;
    await ana.calls.call([2, 3], { video: true });
    await settle();
    await cy.calls.answer({ video: true });
    // The end overtakes the answer: the server admits Bo after it has received his hang-up.
    server.before.joinCall.shut();
    const answering = later(bo.calls.answer({ video: true }));
    await settle();
    await bo.calls.hangUp();
    assert.equal(server.calls.get(7).members.get(2).status, 'rejected');
    server.before.joinCall.open();
    await assert.rejects(answering, noCall);
    await settle();
    assert.equal(server.calls.get(7).members.get(2).status, 'left');
    assert.deepEqual(bo.ends, ['hungUp']);
    assert.ok(bo.engine.isQuiet);
    for (const person of [ana, cy]) assert.deepEqual(person.ends, []);
});

test('hanging up while the worker’s counters are awaited: a device admitted late leaves again', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, server } = world;
    await ana.calls.call([2, 3], { video: true });
    await settle();
    await cy.calls.answer({ video: true });
    server.before.joinCall.shut();
    const answering = later(bo.calls.answer({ video: true }));
    await settle();
    bo.engine.worker.statisticsGate.shut();
    const hanging = bo.calls.hangUp();
    await settle();
    server.before.joinCall.open();
    await settle();
    bo.engine.worker.statisticsGate.open();
    await hanging;
    await assert.rejects(answering, noCall);
    await settle();
    assert.equal(server.calls.get(7).members.get(2).status, 'left');
    assert.ok(bo.engine.isQuiet);
});

test('a call that ends while it is being joined discards the answer and reports the reason', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    await ana.calls.call([2], { video: true });
    await settle();
    server.before.joinCall.shut();
    const answering = later(bo.calls.answer({ video: true }));
    await settle();
    await ana.calls.hangUp();
    await settle();
    server.before.joinCall.open();
    await assert.rejects(answering, noCall);
    assert.deepEqual([ana.ends, bo.ends], [['cancelled'], ['cancelled']]);
    assert.deepEqual(await leftovers(world), []);
});

test('simultaneous and repeated hang-ups are each reported once', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, server } = world;
    await Promise.all([ana.calls.hangUp(), bo.calls.hangUp(), ana.calls.hangUp()]);
    assert.deepEqual([ana.ends, bo.ends], [['hungUp'], ['hungUp']]);
    assert.deepEqual(server.log.filter((line) => line.includes('endCall')).sort(), ['11 endCall 7', '22 endCall 7']);
    assert.deepEqual(await leftovers(world), []);
    await connect(world);
    assert.ok(ana.isProtected && bo.isProtected);
});

test('hanging up completes after the timeout, even if neither server nor worker answers', async () => {
    const world = await connected('ana', 'bo');
    const { ana, server, clock } = world;
    server.before.endCall.shut();
    ana.engine.worker.statisticsGate.shut();
    const hanging = ana.calls.hangUp();
    await clock.advance(9_999);
    assert.deepEqual(ana.ends, []);
    await clock.advance(1);
    await hanging;
    assert.deepEqual(ana.ends, ['hungUp']);
    ana.engine.worker.statisticsGate.open();
    server.before.endCall.open();
    assert.deepEqual(await leftovers(world), []);
});

test('hanging up closes camera and microphone before it waits for anything else', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    ana.engine.worker.statisticsGate.shut();
    const hanging = ana.calls.hangUp();
    await settle();
    assert.deepEqual(ana.engine.captured.map(({ isStopped }) => isStopped), [true, true]);
    ana.engine.worker.statisticsGate.open();
    await hanging;
});

test('late server signals of the first call do not affect the second', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, server } = world;
    const late = server.after.startCall;
    late.shut();
    const first = later(ana.calls.call([2], { video: true }));
    await settle();
    await ana.calls.hangUp();
    server.after.startCall = new Gate();
    server.after.startCall.shut();
    const second = ana.calls.call([3], { video: true });
    await settle();
    // The answer to the first invitation arrives while the second is under way; then Cy declines before Ana knows her call.
    late.open();
    await assert.rejects(first, noCall);
    await cy.calls.decline();
    await settle();
    server.after.startCall.open();
    assert.equal(await second, 8);
    assert.deepEqual(await leftovers(world), []);
    assert.deepEqual([ana.ends, bo.ends, cy.ends], [['cancelled', 'declined'], ['cancelled'], ['declined']]);
    assert.equal(joins(world, 11), 0, 'what was heard early said that it is over');
});

test('a stopped controller hangs up and ignores later signals', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    await ana.calls.stop();
    await bo.calls.stop();
    for (const person of [ana, bo]) assert.deepEqual([person.signals.count, person.states.count], [0, 0]);
    assert.deepEqual(await leftovers(world), []);
    assert.deepEqual([ana.ends, bo.ends], [['hungUp'], ['remoteHungUp']]);
});

test('an invitation that is being parsed while the controller stops does not ring', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    await ana.calls.call([2], { video: true });
    await bo.calls.stop();
    await settle();
    assert.deepEqual(bo.events, []);
    await ana.calls.hangUp();
    assert.equal(clock.waiting, 0);
});

for (const [what, isTold, reason] of [['is waited for', true, 'declined'], ['never comes: it ends without', false, 'notAnswered']]) {
    test(`a response that the call is over overtakes the signal with the reason, which ${what}`, async () => {
        const world = await makeWorld('ana', 'bo');
        const { ana, bo, server } = world;
        server.after.startCall.shut();
        const calling = ana.calls.call([2], { video: true });
        await settle();
        let held = null;
        server.change = (signal, device) => {
            if (device !== 11 || signal.type !== 'call_ended') return signal;
            held = signal;
            return null;
        };
        await bo.calls.decline();
        server.after.startCall.open();
        await calling;
        await settle();
        assert.equal(joins(world, 11), 1, 'she has asked, and heard that it is over');
        assert.deepEqual(ana.ends, []);
        server.change = (signal) => signal;
        if (isTold) server.notify(11, held);
        else await world.clock.advance(1000);
        assert.deepEqual(await leftovers(world), []);
        assert.deepEqual(ana.ends, [reason]);
    });
}
