import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';
import { refuses } from '../english.mjs';

const notices = (person) => person.told('notice').map(({ text }) => text);
const last = (person) => person.told('localMedia').at(-1);
const updatesOf = ({ server }, user) => Object.assign({}, ...server.updates.filter(({ userId }) => userId === user));

/** [the error of getUserMedia, the requests, what the person reads] */
const missing = [
    [{ audio: 'NotFoundError', video: 'NotFoundError' }, ['audio video', 'audio', 'video'],
        'No microphone or camera found. Others can’t see or hear you. Connect them, then press Unmute or Camera on.'],
    [{ audio: 'NotAllowedError', video: 'NotAllowedError' }, ['audio video', 'audio'],
        'Your browser is blocking the microphone and camera. Others can’t see or hear you. Allow access for this page, then press Unmute or Camera on.'],
    [{ video: 'NotFoundError' }, ['audio video', 'audio'], 'No camera found. Others can’t see you. Connect one, then press Camera on.'],
    [{ video: 'NotReadableError' }, ['audio video', 'audio'], 'The camera couldn’t start. Others can’t see you. Close other apps that use it, then press Camera on.'],
    [{ audio: 'NotFoundError' }, ['audio video', 'audio', 'video'], 'No microphone found. Others can’t hear you. Connect one, then press Unmute.'],
    [{ audio: 'NotAllowedError' }, ['audio video', 'audio'],
        'Your browser is blocking the microphone and camera. Others can’t see or hear you. Allow access for this page, then press Unmute or Camera on.'],
];
for (const name of ['ana', 'bo']) {
    for (const [failure, asked, text] of missing) {
        test(`${name} has ${JSON.stringify(failure)}: the call goes on with the remaining media, and says so once`, async () => {
            const world = await makeWorld('ana', 'bo');
            const { ana, bo } = world;
            const who = world[name];
            who.engine.failure = failure;
            await connect(world);
            assert.deepEqual([ana.ends, bo.ends], [[], []]);
            assert.deepEqual([who.engine.asked, notices(who)], [asked, [text]]);
            const isHeard = !failure.audio;
            const isSeen = !failure.video && !(failure.audio === 'NotAllowedError');
            assert.deepEqual([last(who).isMuted, last(who).isCameraOn], [!isHeard, isSeen]);
            // The others are told the truth.
            assert.deepEqual([updatesOf(world, who.user).isMuted ?? false, updatesOf(world, who.user).isVideoEnabled ?? true], [!isHeard, isSeen]);
            // A person who is not heard sends no audio.
            const { track } = who.engine.connections.find(({ senders }) => senders.length > 0).senders[0];
            assert.equal(track.kind ?? track, 'audio');
            assert.equal(typeof track === 'string', !isHeard);
            assert.ok(await hears(ana, bo) && await hears(bo, ana));
            await ana.calls.hangUp();
            assert.deepEqual(await leftovers(world), []);
        });
    }
}

test('a blocked microphone does not keep the camera from sending', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana } = world;
    ana.engine.failure = { audio: 'NotAllowedError' };
    ana.engine.isCameraAllowed = true;
    await connect(world);
    assert.deepEqual(ana.engine.asked, ['audio video', 'audio', 'video']);
    assert.deepEqual(notices(ana), ['Your browser is blocking the microphone. Others can’t hear you. Allow microphone access for this page, then press Unmute.']);
    assert.deepEqual([last(ana).isMuted, last(ana).isCameraOn], [true, true]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a participant without a microphone is told, and is heard once there is one', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana } = world;
    ana.engine.failure = { audio: 'NotFoundError' };
    await connect(world);
    const { senders: [sender] } = ana.engine.connections[0];
    assert.equal(sender.track, 'audio', 'of which only the kind is known');
    await assert.rejects(ana.calls.running().media.setMuted(false), refuses('media', 'No microphone found. Connect one, then try again.'));
    assert.equal(last(ana).isMuted, true);
    ana.engine.failure = null;
    await ana.calls.running().media.setMuted(false);
    assert.deepEqual([sender.track, last(ana).isMuted], [ana.engine.captured.findLast(({ kind }) => kind === 'audio'), false]);
    assert.equal(updatesOf(world, 1).isMuted, false);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('unplugging a headset with a camera shows one notice and stops sending, and the call goes on', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    const [own] = ana.engine.connections;
    ana.engine.failure = 'NotFoundError';
    for (const track of [...ana.engine.captured]) track.unplug();
    await clock.advance(1000);
    assert.deepEqual(notices(ana), ['The microphone and camera were disconnected. Others can’t see or hear you. Connect them, then press Unmute or Camera on.']);
    assert.deepEqual([own.senders[0].track, own.senders[1].track], [null, null]);
    assert.deepEqual([last(ana).isMuted, last(ana).isCameraOn], [true, false]);
    assert.deepEqual([updatesOf(world, 1).isMuted, updatesOf(world, 1).isVideoEnabled], [true, false]);
    await clock.advance(60_000);
    assert.deepEqual([ana.ends, bo.ends], [[], []]);
    ana.engine.failure = null;
    await ana.calls.running().media.setMuted(false);
    await ana.calls.running().media.setCamera(true);
    assert.deepEqual([own.senders[0].track.isStopped, own.senders[1].track.isStopped], [false, false]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a device that the user turned off is not reported as unplugged', async () => {
    const world = await connected('ana', 'bo');
    const { ana, clock } = world;
    const camera = ana.engine.captured.find(({ kind }) => kind === 'video');
    await ana.calls.running().media.setCamera(false);
    camera.onended?.();
    await clock.advance(1000);
    assert.deepEqual(notices(ana), []);
    await ana.calls.hangUp();
});

test('hanging up between the permission prompts asks no more, and leaves nothing open', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana } = world;
    ana.engine.failure = { audio: 'NotFoundError', video: 'NotFoundError' };
    ana.engine.cameraGate.shut();
    const calling = assert.rejects(ana.calls.call([2], { video: true }), { code: 'noCall' });
    await settle();
    const hanging = ana.calls.hangUp();
    ana.engine.cameraGate.open();
    await Promise.all([calling, hanging]);
    assert.deepEqual(ana.engine.asked, ['audio video']);
    assert.deepEqual(await leftovers(world), []);
});

test('a participant who sends only audio, or nothing, is in the call without a wait or a failure notice', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, janus } = world;
    const { publish } = janus;
    // Like a native device without microphone and camera.
    janus.publish = (handle, streams) => publish.call(janus, handle, handle.display.startsWith('2:') ? [] : streams);
    await connect(world);
    assert.deepEqual([ana.told('joined').length, notices(ana), ana.ends], [1, [], []]);
    assert.equal(ana.engine.connections.length, 1);
    assert.ok(await hears(bo, ana));
    // A microphone is plugged in there.
    const [room] = janus.rooms.keys();
    const [feed] = [...janus.rooms.get(room).values()].filter(({ display }) => display.startsWith('2:')).map(({ id }) => id);
    const more = { id: feed, display: '2:User 2', streams: [{ type: 'audio', mid: '0', codec: 'opus' }] };
    janus.rooms.get(room).set(feed, more);
    janus.news(room, null, { publishers: [more] });
    await settle();
    assert.ok(await hears(ana, bo));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});
