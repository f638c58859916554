import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '../english.mjs';
import { settle } from './doubles/time.mjs';
import { connected, hears, leftovers } from './doubles/world.mjs';

const [audio, video] = [0, 1];
const own = ({ engine }) => engine.connections.find(({ senders }) => senders.length > 0);
const sent = (person, which) => own(person).senders[which].track;
const lit = ({ engine }) => engine.captured.filter(({ isStopped }) => !isStopped).length;
const last = (person) => person.told('localMedia').at(-1);
const notices = (person) => person.told('notice').map(({ text }) => text);

test('another camera and microphone replace the old ones on the same connection, without asking the server', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, server } = world;
    const [connections, updates, before] = [ana.engine.connections.length, server.updates.length, [sent(ana, audio), sent(ana, video)]];
    await ana.calls.running().media.useDevice('camera', { id: 'other' });
    await ana.calls.running().media.useDevice('microphone', { id: 'other' });
    assert.deepEqual([ana.engine.connections.length, server.updates.length, lit(ana)], [connections, updates, 2]);
    assert.deepEqual(before.map(({ isStopped }) => isStopped), [true, true]);
    assert.deepEqual([sent(ana, audio), sent(ana, video)], [last(ana).stream.getAudioTracks()[0], last(ana).stream.getVideoTracks()[0]]);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a muted participant stays muted with another microphone, and a camera that is off stays off', async () => {
    const { ana } = await connected('ana', 'bo');
    await ana.calls.running().media.setMuted(true);
    await ana.calls.running().media.setCamera(false);
    await ana.calls.running().media.useDevice('microphone', { id: 'other' });
    await ana.calls.running().media.useDevice('camera', { id: 'other' });
    const microphone = last(ana).stream.getAudioTracks()[0];
    assert.deepEqual([sent(ana, audio), sent(ana, video), microphone.enabled, last(ana).isMuted, last(ana).isCameraOn, lit(ana)], [null, null, false, true, false, 1]);
    await ana.calls.running().media.setMuted(false);
    assert.deepEqual([sent(ana, audio), microphone.enabled], [microphone, true]);
});

/** Noise suppression that is on; `isLive`: the browser changes it while the track runs. */
function withNoiseSuppression(track, { isLive }) {
    const now = { isOn: true };
    Object.assign(track, {
        getCapabilities: () => ({ noiseSuppression: [false, true] }), getSettings: () => ({ deviceId: 'one', noiseSuppression: now.isOn }), getConstraints: () => ({ deviceId: 'one' }),
        applyConstraints: async ({ noiseSuppression }) => { if (isLive) now.isOn = noiseSuppression; },
        systemTurns: (wanted) => {
            now.isOn = wanted;
            track.onconfigurationchange();
        },
    });
}

test('an effect is switched on the track that is sent, and one that the system switches is reported', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    const microphone = sent(ana, audio);
    withNoiseSuppression(microphone, { isLive: true });
    const opened = ana.engine.captured.length;
    await ana.calls.running().media.useEffect('noiseSuppression', false);
    assert.deepEqual([sent(ana, audio) === microphone, ana.engine.captured.length, last(ana).used.microphone.effects], [true, opened, { noiseSuppression: false }]);
    microphone.systemTurns(true);
    assert.deepEqual(last(ana).used.microphone.effects, { noiseSuppression: true });
    await ana.calls.hangUp();
    const told = ana.told('localMedia').length;
    microphone.systemTurns(false);
    assert.equal(ana.told('localMedia').length, told, 'the call is over');
    assert.deepEqual(await leftovers(world), []);
});

test('a microphone whose track ignores an effect goes on as it is, and the person is told', async () => {
    const { ana } = await connected('ana', 'bo');
    const microphone = sent(ana, audio);
    withNoiseSuppression(microphone, { isLive: false });
    const opened = ana.engine.captured.length;
    await assert.rejects(ana.calls.running().media.useEffect('noiseSuppression', false), refuses('media', 'Not applied yet. It takes effect the next time the microphone or camera starts.'));
    assert.deepEqual([sent(ana, audio), ana.engine.captured.length, last(ana).used.microphone.effects], [microphone, opened, { noiseSuppression: true }]);
});

test('an effect of a camera that is off opens none', async () => {
    const { ana } = await connected('ana', 'bo');
    await ana.calls.running().media.setCamera(false);
    await ana.calls.running().media.useEffect('backgroundBlur', true);
    assert.deepEqual([sent(ana, video), lit(ana)], [null, 1]);
});

test('a device that cannot be opened leaves the current one in use', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    const [camera, microphone] = [sent(ana, video), sent(ana, audio)];
    ana.engine.failure = 'NotReadableError';
    await assert.rejects(ana.calls.running().media.useDevice('camera', { id: 'other' }), refuses('media', 'The camera couldn’t start. Close other apps that use it, then try again.'));
    ana.engine.failure = 'OverconstrainedError';
    await assert.rejects(ana.calls.running().media.useDevice('microphone', { id: 'other' }), refuses('media', 'No microphone found. Connect one, then try again.'));
    assert.deepEqual([sent(ana, video), sent(ana, audio), camera.isStopped, microphone.isStopped, lit(ana)], [camera, microphone, false, false, 2]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a phone closes one camera before it opens the other, and reopens it if the other fails', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    const front = sent(ana, video);
    front.getSettings = () => ({ facingMode: 'user', deviceId: 'front' });
    // While the first is on, no other one opens.
    Object.defineProperty(ana.engine, 'failure', { configurable: true, get: () => (front.isStopped ? null : 'NotReadableError') });
    await ana.calls.running().media.useDevice('camera', { facing: 'environment' });
    const back = sent(ana, video);
    assert.deepEqual([back === front, back.isStopped, lit(ana)], [false, false, 2]);
    back.getSettings = () => ({ facingMode: 'environment', deviceId: 'back' });
    let asked = 0;
    // The other one fails to open twice.
    Object.defineProperty(ana.engine, 'failure', { configurable: true, get: () => (asked++ < 2 ? 'NotReadableError' : null) });
    await assert.rejects(ana.calls.running().media.useDevice('camera', { facing: 'user' }), { code: 'media' });
    assert.deepEqual([sent(ana, video).isStopped, lit(ana), last(ana).isCameraOn], [false, 2, true]);
    Object.defineProperty(ana.engine, 'failure', { configurable: true, value: 'NotReadableError' });
    sent(ana, video).getSettings = () => ({ facingMode: 'user', deviceId: 'front' });
    await assert.rejects(ana.calls.running().media.useDevice('camera', { facing: 'environment' }), { code: 'media' });
    assert.deepEqual([sent(ana, video), last(ana).isCameraOn, lit(ana)], [null, false, 1], 'not even the one before came back');
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('turning the camera off, or hanging up, while another camera opens leaves none on', async () => {
    for (const end of [(ana) => ana.calls.running().media.setCamera(false), (ana) => ana.calls.hangUp()]) {
        const world = await connected('ana', 'bo');
        const { ana } = world;
        ana.engine.cameraGate.shut();
        const switching = ana.calls.running().media.useDevice('camera', { id: 'other' }).catch(() => {});
        await settle();
        const ending = end(ana);
        ana.engine.cameraGate.open();
        await Promise.all([switching, ending]);
        assert.equal(ana.engine.captured.filter(({ kind, isStopped }) => kind === 'video' && !isStopped).length, 0);
        if (end.toString().includes('hangUp')) assert.deepEqual(await leftovers(world), []);
    }
});

test('the last of two quick camera choices counts, and one camera is on', async () => {
    const { ana } = await connected('ana', 'bo');
    await Promise.all([ana.calls.running().media.useDevice('camera', { id: 'one' }), ana.calls.running().media.useDevice('camera', { id: 'two' })]);
    assert.deepEqual([sent(ana, video), lit(ana)], [ana.engine.captured.findLast(({ kind }) => kind === 'video'), 2]);
});

test('an unplugged device is replaced by the system’s default with one notice, and media goes on', async () => {
    const world = await connected('ana', 'bo');
    const { ana, clock, server } = world;
    sent(ana, audio).label = 'Headset';
    for (const track of [sent(ana, audio), sent(ana, video)]) track.unplug();
    await clock.advance(1000);
    assert.deepEqual(notices(ana), ['Headset was disconnected. Another one is being used instead.', 'Your camera was disconnected. Another one is being used instead.']);
    assert.deepEqual([sent(ana, audio).isStopped, sent(ana, video).isStopped, last(ana).isMuted, last(ana).isCameraOn], [false, false, false, true]);
    assert.ok(!server.updates.some(({ isMuted, isVideoEnabled }) => isMuted || isVideoEnabled === false), 'nobody was told otherwise');
    await ana.calls.running().media.setMuted(true);
    last(ana).stream.getAudioTracks()[0].unplug();
    await clock.advance(1000);
    assert.deepEqual([sent(ana, audio), last(ana).isMuted, last(ana).stream.getAudioTracks()[0].enabled], [null, true, false], 'muted as before');
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});
