import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

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

test('muting before the microphone is open sends no audio once it is, and the others see it', async () => {
    const world = await beforeMedia();
    const { ana, server } = world;
    await ana.calls.running().media.setMuted(true);
    await world.answered();
    assert.deepEqual(tracks(ana, 'audio')[0].enabled, false);
    assert.equal(server.updates.find(({ userId, status }) => userId === 1 && status === 'connected').isMuted, true);
    await ana.calls.running().media.setMuted(false);
    assert.equal(tracks(ana, 'audio')[0].enabled, true);
});

test('turning the camera off before it is open sends no video once it is', async () => {
    const world = await beforeMedia();
    const { ana, server } = world;
    await ana.calls.running().media.setCamera(false);
    await world.answered();
    assert.equal(open(ana), 0);
    // Without a camera the connection gets only the kind.
    assert.equal(ana.engine.connections[0].senders[1].track, 'video');
    assert.equal(server.updates.find(({ userId, status }) => userId === 1 && status === 'connected').isVideoEnabled, false);
    await ana.calls.running().media.setCamera(true);
    assert.equal(open(ana), 1);
    assert.equal(ana.engine.connections[0].senders[1].track, tracks(ana, 'video').at(-1));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('turning the camera off while it opens closes it, and the reported state is the true one', async () => {
    const world = await connected('ana', 'bo');
    const { ana, server } = world;
    await ana.calls.running().media.setCamera(false);
    assert.deepEqual([open(ana), ana.engine.connections[0].senders[1].track], [0, null]);
    ana.engine.cameraGate.shut();
    const on = ana.calls.running().media.setCamera(true);
    await settle();
    await ana.calls.running().media.setCamera(false);
    ana.engine.cameraGate.open();
    await on;
    assert.deepEqual([open(ana), ana.engine.connections[0].senders[1].track], [0, null]);
    assert.equal(server.updates.at(-1).isVideoEnabled, false);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('turning the camera on twice at once opens one camera', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    await ana.calls.running().media.setCamera(false);
    await Promise.all([ana.calls.running().media.setCamera(true), ana.calls.running().media.setCamera(true)]);
    assert.equal(open(ana), 1);
    assert.ok(!ana.engine.connections[0].senders[1].track.isStopped);
});

test('a camera that does not open is reported, and can be tried again', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    await ana.calls.running().media.setCamera(false);
    ana.engine.failure = 'NotReadableError';
    await assert.rejects(ana.calls.running().media.setCamera(true), { code: 'media' });
    ana.engine.failure = null;
    await ana.calls.running().media.setCamera(true);
    assert.equal(open(ana), 1);
});

test('hanging up while the camera opens closes it', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    await ana.calls.running().media.setCamera(false);
    ana.engine.cameraGate.shut();
    const on = ana.calls.running().media.setCamera(true);
    await settle();
    await ana.calls.hangUp();
    ana.engine.cameraGate.open();
    await on;
    assert.deepEqual(await leftovers(world), []);
});

const sent = ({ engine }) => engine.connections.find(({ senders }) => senders.length > 0).senders[0].track;
const lastMuted = (person) => person.told('localMedia').at(-1).isMuted;

test('muting stops audio at once; unmuting waits for the server’s permission', async () => {
    const { ana, server } = await connected('ana', 'bo');
    const microphone = sent(ana);
    server.before.updateParticipant.shut();
    const muting = ana.calls.running().media.setMuted(true);
    await settle();
    assert.deepEqual([sent(ana), microphone.enabled, lastMuted(ana)], [null, false, true], 'nobody is waited for');
    server.before.updateParticipant.open();
    await muting;
    server.after.updateParticipant.shut();
    const unmuting = ana.calls.running().media.setMuted(false);
    await settle();
    assert.deepEqual([server.updates.at(-1).isMuted, sent(ana), lastMuted(ana)], [false, null, true]);
    server.after.updateParticipant.open();
    await unmuting;
    assert.deepEqual([sent(ana), microphone.enabled, lastMuted(ana)], [microphone, true, false]);
});

test('at the limit of unmuted participants unmuting is refused with a notice, and no audio is sent', async () => {
    const { ana } = await connected('ana', 'bo');
    const microphone = sent(ana);
    await ana.calls.running().media.setMuted(true);
    ana.serverFailures.updateParticipant = 'ErrTooManyUnmuted';
    await assert.rejects(ana.calls.running().media.setMuted(false), ({ text }) => text.key === 'errors.tooManyUnmuted');
    assert.deepEqual([sent(ana), microphone.enabled, lastMuted(ana)], [null, false, true]);
    delete ana.serverFailures.updateParticipant;
    await ana.calls.running().media.setMuted(false);
    assert.deepEqual([sent(ana), lastMuted(ana)], [microphone, false]);
});

test('muting again while the server is queried sends no audio, and the server’s last update is muted', async () => {
    const { ana, server } = await connected('ana', 'bo');
    await ana.calls.running().media.setMuted(true);
    server.after.updateParticipant.shut();
    const choices = [ana.calls.running().media.setMuted(false), ana.calls.running().media.setMuted(true)];
    await settle();
    server.after.updateParticipant.open();
    await Promise.all(choices);
    assert.deepEqual([sent(ana), lastMuted(ana), server.updates.at(-1).isMuted], [null, true, true]);
});

test('a participant who is admitted muted stays muted, is told so, and can unmute later', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock, server } = world;
    await ana.calls.call([2], { video: true });
    await settle();
    server.flags.set(2, { isMuted: true });
    await bo.calls.answer({ video: true });
    await clock.advance(1000);
    assert.deepEqual([sent(bo), lastMuted(bo), server.updates.find(({ userId, status }) => userId === 2 && status).isMuted], ['audio', true, true]);
    assert.deepEqual(bo.told('notice').map(({ text }) => text), ['You joined muted because 16 people are already unmuted.']);
    await bo.calls.running().media.setMuted(false);
    assert.deepEqual([sent(bo)?.kind, lastMuted(bo)], ['audio', false]);
    await ana.calls.hangUp();
    await bo.calls.hangUp().catch(() => {});
    assert.deepEqual(await leftovers(world), []);
});

test('silence from muted participants does not count as a lost connection', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock, server, janus } = world;
    const says = (person, receiving) => {
        for (const client of janus.connections) for (const handle of client.handles) if (client.person === person && handle.display) handle.events.notify({ janus: 'media', data: null, jsep: null, message: { type: 'audio', receiving } });
    };
    for (let frame = 0; frame < 3; frame += 1) {
        assert.ok(await hears(ana, bo));
        await clock.advance(300);
    }
    // Janus had reported that before: it concerns what was sent before.
    says(bo, false);
    await bo.calls.running().media.setMuted(true);
    server.notify(11, { type: 'participant_updated', callId: 7, participantId: 2, isMuted: true });
    await settle();
    says(bo, false);
    await clock.advance(10_000);
    for (const person of [ana, bo]) assert.deepEqual(person.told('connection').map(({ state }) => state), ['connecting', 'connected']);
    // Unmuted, silence is meaningful again.
    await bo.calls.running().media.setMuted(false);
    server.notify(11, { type: 'participant_updated', callId: 7, participantId: 2, isMuted: false });
    await settle();
    says(bo, false);
    await clock.advance(2000);
    assert.ok(bo.told('connection').some(({ state }) => state === 'reconnecting'));
});
