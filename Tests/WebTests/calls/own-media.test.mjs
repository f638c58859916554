import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { connected, leftovers, makeWorld } from './doubles/world.mjs';

const tracks = ({ engine }, kind) => engine.captured.filter((track) => track.kind === kind);
const open = (person) => tracks(person, 'video').filter(({ isStopped }) => !isStopped).length;

/** Ana has called, and her camera and microphone are about to open. */
async function beforeMedia() {
    const world = await makeWorld('ana', 'bo');
    world.ana.engine.cameraGate.shut();
    const calling = world.ana.calls.call([2], { video: true });
    await settle();
    return { ...world, answered: async () => {
        world.ana.engine.cameraGate.open();
        await calling;
        await settle();
        await world.bo.calls.answer({ video: false });
        await world.clock.advance(1000);
    } };
}

test('who mutes before the microphone is open sends no audio when it is, and the others see it', async () => {
    const world = await beforeMedia();
    const { ana, server } = world;
    await ana.calls.setMuted(true);
    await world.answered();
    assert.deepEqual(tracks(ana, 'audio')[0].enabled, false);
    assert.equal(server.updates.find(({ userId, status }) => userId === 1 && status === 'connected').isMuted, true);
    await ana.calls.setMuted(false);
    assert.equal(tracks(ana, 'audio')[0].enabled, true);
});

test('who turns the camera off before it is open shows no video when it is', async () => {
    const world = await beforeMedia();
    const { ana, server } = world;
    await ana.calls.setCamera(false);
    await world.answered();
    assert.equal(open(ana), 0);
    // Without a camera the connection is told the kind alone.
    assert.equal(ana.engine.connections[0].senders[1].track, 'video');
    assert.equal(server.updates.find(({ userId, status }) => userId === 1 && status === 'connected').isVideoEnabled, false);
    await ana.calls.setCamera(true);
    assert.equal(open(ana), 1);
    assert.equal(ana.engine.connections[0].senders[1].track, tracks(ana, 'video').at(-1));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('off while it opens wins: the camera that comes late is closed, and what is told is what is', async () => {
    const world = await connected('ana', 'bo');
    const { ana, server } = world;
    await ana.calls.setCamera(false);
    assert.deepEqual([open(ana), ana.engine.connections[0].senders[1].track], [0, null]);
    ana.engine.cameraGate.shut();
    const on = ana.calls.setCamera(true);
    await settle();
    await ana.calls.setCamera(false);
    ana.engine.cameraGate.open();
    await on;
    assert.deepEqual([open(ana), ana.engine.connections[0].senders[1].track], [0, null]);
    assert.equal(server.updates.at(-1).isVideoEnabled, false);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('on twice at once opens one camera', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    await ana.calls.setCamera(false);
    await Promise.all([ana.calls.setCamera(true), ana.calls.setCamera(true)]);
    assert.equal(open(ana), 1);
    assert.ok(!ana.engine.connections[0].senders[1].track.isStopped);
});

test('a camera that does not open is said, and can be tried again', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    await ana.calls.setCamera(false);
    ana.engine.failure = 'NotReadableError';
    await assert.rejects(ana.calls.setCamera(true), { code: 'media' });
    ana.engine.failure = null;
    await ana.calls.setCamera(true);
    assert.equal(open(ana), 1);
});

test('hanging up while the camera opens closes it', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    await ana.calls.setCamera(false);
    ana.engine.cameraGate.shut();
    const on = ana.calls.setCamera(true);
    await settle();
    await ana.calls.hangUp();
    ana.engine.cameraGate.open();
    await on;
    assert.deepEqual(await leftovers(world), []);
});
