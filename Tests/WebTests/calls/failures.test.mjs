import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storageError } from '../../../Web/session/storage-full.js';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

/** A call that fails at a step ends with a sentence and leaves nothing behind; once the step works again, so does the call. */
async function failsAndRecovers(world, who, { code, problem, end = 'failed' }, repair) {
    const { ana, bo, clock } = world;
    const isCaller = who === ana;
    let failure = null;
    const placed = ana.calls.call([2], { video: true });
    if (isCaller) {
        failure = await placed.then(() => null, (error) => error);
        await settle();
    } else {
        await placed;
        await settle();
        const answering = bo.calls.answer({ video: true }).then(() => null, (error) => error);
        await settle();
        // A call that is refused the room waits for the reason.
        if (code === 'room') await clock.advance(1000);
        failure = await answering;
    }
    await clock.advance(1000);
    // A caller's call already exists when it cannot be entered: then only its end gives the reason.
    if (failure || !isCaller) assert.equal(failure?.code, code);
    assert.deepEqual(who.ends, [end]);
    if (problem) assert.match(who.told('ended')[0].problem, problem);
    // It continues, on the other device.
    if (end === 'answeredElsewhere') await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
    await repair();
    await connect(world);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
}

const steps = [
    ['publicKeys', 'ana', 'offline', 'offline', /Check your network/], ['startCall', 'ana', 'offline', 'offline', /Check your network/],
    ['startCall', 'ana', 'ErrAllCalleesBusy', 'busy', /another call/, 'busy'], ['startCall', 'ana', 'ErrUserNotAvailable', 'notAvailable', /none of their devices/],
    ['startCall', 'ana', 'ErrEncryptedAESKeyMissed', 'notAvailable', /none of their devices/], ['startCall', 'ana', 'ErrSomething', 'server', /The server says no/],
    ['startCall', 'ana', 'signedOut', 'signedOut', /signed out/], ['joinCall', 'ana', 'timeout', 'offline', /Check your network/],
    ['joinCall', 'bo', 'offline', 'offline', /Check your network/], ['joinCall', 'bo', 'ErrJoinedByOtherDevice', 'elsewhere', null, 'answeredElsewhere'],
];
for (const [step, name, given, code, problem, end] of steps) {
    // 000-72
    test(`${step} of ${name} answered with ${given} ends the call with a reason, and the next call works`, async () => {
        const world = await makeWorld('ana', 'bo');
        world[name].serverFailures = { [step]: given };
        await failsAndRecovers(world, world[name], { code, problem, end }, () => { world[name].serverFailures = {}; });
    });
}

for (const name of ['ana', 'bo']) {
    test(`the browser has no room for what ${name} keeps of a call: it ends and says so, and can be made again`, async () => {
        const world = await makeWorld('ana', 'bo');
        const { database } = world[name];
        const { put } = database;
        database.put = async () => { throw storageError(new DOMException('', 'QuotaExceededError')); };
        await failsAndRecovers(world, world[name], { code: 'media', problem: /storage is full. Free up space/ }, () => { database.put = put; });
    });
}

for (const [step, name] of [['connect', 'ana'], ['create', 'ana'], ['join', 'ana'], ['publish', 'ana'], ['connect', 'bo'], ['join', 'bo'], ['publish', 'bo']]) {
    // 000-72
    test(`the media server refusing ${name} at ${step} ends the call with a reason, and the next call works`, async () => {
        const world = await makeWorld('ana', 'bo');
        world[name].janusFailures = { [step]: true };
        await failsAndRecovers(world, world[name], { code: 'room', problem: /media server rejected/ }, () => { world[name].janusFailures = {}; });
    });
}

test('a call declined before its caller joins the room is reported as declined', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    ana.janusFailures = { join: true };
    await ana.calls.call([2], { video: true });
    await clock.advance(500);
    assert.deepEqual(ana.ends, []);
    await bo.calls.decline();
    await settle();
    assert.deepEqual(ana.ends, ['declined']);
    await clock.advance(2000);
    assert.deepEqual([ana.ends, await leftovers(world)], [['declined'], []]);
});

test('a call declined while its caller joins is not failed by the missing room, nor is the next call', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    ana.janusGates.publish.shut();
    ana.janusFailures = { publish: true };
    await ana.calls.call([2], { video: true });
    await settle();
    ana.engine.worker.statisticsGate.shut();
    await bo.calls.decline();
    await settle();
    // The ending call is refused the room meanwhile.
    ana.janusGates.publish.open();
    await settle();
    ana.engine.worker.statisticsGate.open();
    await settle();
    assert.deepEqual(ana.ends, ['declined']);
    ana.janusFailures = {};
    await connect(world);
    await clock.advance(2000);
    assert.deepEqual([ana.ends, await hears(ana, bo), await hears(bo, ana)], [['declined'], true, true]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

for (const [when, step] of [['as it is answered', 'join'], ['while its callee comes in', 'publish']]) {
    test(`a caller who hangs up ${when} is reported as having hung up, not as a missing room`, async () => {
        const world = await makeWorld('ana', 'bo');
        const { ana, bo, clock } = world;
        bo.janusFailures = { [step]: true };
        await ana.calls.call([2], { video: true });
        await settle();
        const answering = bo.calls.answer({ video: true }).then(() => null, (error) => error.code);
        await settle();
        await clock.advance(500);
        assert.deepEqual(bo.ends, []);
        await ana.calls.hangUp();
        await settle();
        assert.deepEqual([bo.ends.length, bo.ends.includes('failed')], [1, false]);
        await answering;
        await clock.advance(2000);
        assert.deepEqual([bo.ends.length, await leftovers(world)], [1, []]);
    });
}

test('missing TURN credentials end the call', async () => {
    const world = await makeWorld('ana', 'bo');
    const { credentials } = world.bo.session;
    world.bo.session.credentials = async () => { throw new TypeError('no'); };
    await failsAndRecovers(world, world.bo, { code: 'media', problem: /couldn’t set up the call/ }, () => { world.bo.session.credentials = credentials; });
});

test('a call whose media reaches no one within 30 s ends with a reason, and everything is closed', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock, server } = world;
    ana.engine.isReachable = false;
    await ana.calls.call([2], { video: true });
    await clock.advance(29_999);
    assert.deepEqual(ana.ends, []);
    await clock.advance(1);
    assert.deepEqual([ana.ends, bo.ends], [['failed'], ['cancelled']]);
    assert.match(ana.told('ended')[0].problem, /Couldn’t connect to the media server/);
    assert.ok(server.log.includes('11 endCall 7'));
    assert.deepEqual(await leftovers(world), []);
});

test('a broken connection may recover by itself within a second', async () => {
    const world = await connected('ana', 'bo');
    const { ana, clock } = world;
    const [own] = ana.engine.connections;
    own.becomes('disconnected');
    await clock.advance(999);
    own.becomes('connected');
    await clock.advance(60_000);
    assert.deepEqual(ana.told('connection').map(({ state }) => state), ['connecting', 'connected', 'reconnecting', 'connected']);
    assert.deepEqual([ana.ends, own.connectionState], [[], 'connected']);
    await ana.calls.hangUp();
});

test('late events of the last call’s connection do not affect the next call', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    const [own] = ana.engine.connections;
    await ana.calls.hangUp();
    await connect(world);
    own.becomes('failed');
    own.onconnectionstatechange?.();
    await settle();
    assert.deepEqual([ana.ends, bo.ends], [['hungUp'], ['remoteHungUp']]);
    assert.equal(ana.told('connection').at(-1).state, 'connected');
});

test('a video connection that fails twice is closed and reported while audio goes on, and video returns with the next publish', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo } = world;
    const [, picture, sound] = ana.engine.connections;
    assert.equal(ana.engine.connections.length, 4, 'one that sends, one for the sound of both, one for each picture');
    ana.janusFailures = { subscribe: true };
    picture.becomes('failed');
    await settle();
    ana.janusFailures = {};
    assert.deepEqual([picture.connectionState, sound.connectionState], ['closed', 'connected']);
    assert.equal(ana.told('notice').length, 1);
    assert.deepEqual(ana.told('pictureGone').map(({ userId }) => userId), [2]);
    assert.deepEqual(ana.ends, []);
    assert.ok(await hears(bo, ana) && await hears(ana, bo));
    const before = ana.engine.connections.length;
    const [room, publishers] = [...world.janus.rooms][0];
    const again = { id: 950, display: '2:User 2', streams: [{ type: 'audio', mid: '0', codec: 'opus' }, { type: 'video', mid: '1', codec: 'h264' }] };
    publishers.set(again.id, again);
    world.server.published(2, again.id);
    world.janus.news(room, null, { publishers: [again] });
    await settle();
    assert.equal(ana.engine.connections.length, before + 1, 'for the picture: the sound is switched');
    assert.ok(ana.engine.worker.receiving(bo.address, 'video').options.feed === 950 && await hears(ana, bo));
    await ana.calls.hangUp();
    assert.ok(ana.engine.isQuiet);
});

test('a feed that disappears before it is received does not end the call', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo } = world;
    ana.janusFailures = { subscribe: true };
    await connect(world);
    assert.deepEqual([ana.ends, bo.ends], [[], []]);
    assert.equal(ana.told('notice').length, 1);
    assert.equal(ana.engine.connections.filter(({ connectionState }) => connectionState !== 'closed').length, 1);
    assert.ok(await hears(bo, ana) && !await hears(ana, bo));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('hanging up during a subscription leaves nothing open, and a late handle is detached', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, janus } = world;
    await ana.calls.call([2, 3], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    await settle();
    ana.janusGates.attach.shut();
    await cy.calls.answer({ video: true });
    await settle();
    assert.ok(ana.janusGates.attach.isWaitedAt);
    await cy.calls.hangUp();
    await settle();
    ana.janusGates.attach.open();
    await settle();
    const [client] = janus.connections;
    assert.deepEqual(client.handles.map(({ isDetached }) => isDetached), [false, false, false, true]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('nothing is received from a device outside the call, nor without a subscription', async () => {
    const world = await connected('ana', 'bo');
    const { ana, janus } = world;
    const [room] = janus.rooms.keys();
    const before = ana.engine.connections.length;
    janus.news(room, null, { publishers: [
        { id: 900, display: '3:Eve', streams: [{ type: 'audio', mid: '0', codec: 'opus' }] }, { id: 901, display: 'Eve', streams: [] }, { id: 'x', display: '2:x' }, null,
    ] });
    await settle();
    assert.equal(ana.engine.connections.length, before);
    const receiving = ana.engine.connections[1];
    const transceiver = { mid: 's9', direction: 'recvonly', receiver: {} };
    const track = ana.engine.track('video');
    receiving.ontrack({ transceiver, receiver: transceiver.receiver, track });
    assert.deepEqual([track.isStopped, transceiver.direction], [true, 'inactive']);
});
