import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReceiverLimits } from '../../../Web/calls/quality/receiver-limits.js';
import { ReceptionReports } from '../../../Web/calls/quality/reception-reports.js';
import { screenScale } from '../../../Web/calls/room/screen-sender.js';
import { planSlots } from '../../../Web/calls/room/video-slots.js';
import { english } from '../english.mjs';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

const sees = (receiver, sender, track = 'screen') => Boolean(receiver.engine.worker.receiving(sender.address, track));
/** The lines of the connection that sends, by kind and direction, each with whether it carries anything. */
const linesOf = ({ engine }) => engine.connections.findLast(({ senders }) => senders.length > 0)
    .transceivers.map(({ kind, direction, sender }) => `${kind} ${direction} ${typeof sender.track === 'object' && sender.track !== null ? 'on' : 'off'}`);
const shared = (person) => person.told('sharing').map(({ userId, isOn }) => `${userId} ${isOn}`);
const screensOf = (person) => person.events.filter(({ type, kind }) => type === 'media' && kind === 'screen').map(({ stream }) => stream?.getTracks().map(({ kind }) => kind).sort().join(' ') ?? null);
/** Whether a frame of a track that one person seals comes out at the other. */
async function passes(sender, receiver, track, frame) {
    const [sealed, opened] = [sender.engine.worker.sending(track), receiver.engine.worker.receiving(sender.address, track)];
    const [before, after] = [sealed.passed.length, opened?.passed.length];
    sealed.put(frame);
    await settle();
    if (!opened || sealed.passed.length === before) return false;
    opened.put(sealed.passed.at(-1));
    await settle();
    return opened.passed.length > after;
}

test('a shared screen is sent after the camera, sealed as a screen, and shown, without interrupting other media', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    const [camera, connections, seals] = [ana.engine.worker.sending('video'), ana.engine.connections.length, ana.engine.worker.transforms.length];
    ana.engine.screen = { hasSound: true, failure: null };
    await ana.calls.running().screen.start();
    await settle();
    assert.deepEqual(linesOf(ana), ['audio sendonly on', 'video sendonly on', 'video sendonly on', 'audio sendonly on']);
    assert.deepEqual([ana.engine.connections.length, ana.engine.worker.sending('video') === camera, ana.engine.worker.transforms.length], [connections, true, seals + 2]);
    assert.deepEqual([sees(bo, ana), sees(bo, ana, 'screenAudio'), shared(bo), ana.told('ownScreen').map(({ isSharing }) => isSharing)], [true, true, ['1 true'], [true]]);
    assert.deepEqual(screensOf(bo).at(-1), 'audio video');
    assert.ok(await hears(bo, ana) && await passes(ana, bo, 'screenAudio', [1, 2, 3]));
    const [offer] = [...world.janus.connections].find((client) => client.person === ana).handles[0].requests.filter(({ request }) => request === 'configure');
    assert.deepEqual([offer.jsep.type, offer.jsep.e2ee], ['offer', true]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a stopped share can be started again and is sealed anew; ending it in the browser stops it too', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    await ana.calls.running().screen.start();
    await settle();
    const first = ana.engine.worker.sending('screen');
    ana.engine.captured.at(-1).unplug();
    await settle();
    assert.deepEqual([shared(bo), screensOf(bo).at(-1), linesOf(ana)[2]], [['1 true', '1 false'], null, 'video inactive off']);
    assert.deepEqual(ana.told('ownScreen').map(({ isSharing }) => isSharing), [true, false]);
    for (let turn = 0; turn < 6; turn += 1) {
        await ana.calls.running().screen.start();
        await settle();
        assert.notEqual(ana.engine.worker.sending('screen'), first);
        assert.deepEqual([shared(bo).at(-1), linesOf(ana).length, linesOf(ana)[2]], ['1 true', 3, 'video sendonly on'], 'the line is used again');
        await ana.calls.running().screen.stop();
        await settle();
        assert.equal(shared(bo).at(-1), '1 false');
    }
    assert.ok(await hears(bo, ana) && ana.engine.captured.slice(2).every(({ isStopped }) => isStopped));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('another share replaces the one before without an offer, and the old capture is released', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    await ana.calls.running().screen.start();
    await settle();
    const before = ana.engine.captured.at(-1);
    const offers = () => [...world.janus.connections].find((client) => client.person === ana).handles[0].requests.filter(({ jsep }) => jsep?.type === 'offer').length;
    const count = offers();
    await ana.calls.running().screen.start();
    await settle();
    assert.deepEqual([before.isStopped, ana.engine.captured.at(-1).isStopped, offers(), shared(bo)], [true, false, count, ['1 true']]);
    ana.engine.screen.failure = 'NotAllowedError';
    await assert.rejects(ana.calls.running().screen.start(), ({ code, text }) => code === 'media' && english.string(text) === 'You’re still sharing what you chose before.');
    assert.equal(ana.engine.captured.at(-1).isStopped, false, 'who chooses nothing else shares on');
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('the screen picker opens only once; the choice survives an unplugged capture, and stopping discards it', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    const taken = ana.engine.captured.length;
    ana.engine.screenGate.shut();
    const twice = [ana.calls.running().screen.start(), ana.calls.running().screen.start()];
    await settle();
    ana.engine.screenGate.open();
    await Promise.all(twice);
    await settle();
    assert.deepEqual([ana.engine.captured.length - taken, shared(bo)], [1, ['1 true']]);

    for (const [end, isShared] of [[() => ana.engine.captured.at(-1).unplug(), true], [() => ana.calls.running().screen.stop(), false]]) {
        ana.engine.screenGate.shut();
        const another = ana.calls.running().screen.start();
        await settle();
        await end();
        ana.engine.screenGate.open();
        await another;
        await settle();
        assert.deepEqual([ana.told('ownScreen').at(-1).isSharing, !ana.engine.captured.at(-1).isStopped], [isShared, isShared]);
    }
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a share restarted while a subscription was pending is received on another connection', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    bo.janusGates.subscribe.shut();
    for (const isOn of [true, false]) {
        await (isOn ? ana.calls.running().screen.start() : ana.calls.running().screen.stop());
        await settle();
    }
    bo.janusGates.subscribe.open();
    await settle();
    const connections = bo.engine.connections.length;
    assert.equal(sees(bo, ana), false);
    await ana.calls.running().screen.start();
    await clock.advance(1000);
    assert.deepEqual([sees(bo, ana), screensOf(bo).at(-1), bo.engine.connections.length], [true, 'video', connections + 1]);
    assert.deepEqual(bo.told('notice'), []);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

for (const [times, notices] of [[2, 0], [3, 1]]) {
    test(`a share without media description ${times} times in a row is ${notices ? '' : 'not '}given up`, async () => {
        const world = await connected('ana', 'bo');
        const { ana, bo, clock } = world;
        const [publisher] = [...world.janus.connections].find((client) => client.person === ana).handles;
        bo.janusGates.subscribe.shut();
        await ana.calls.running().screen.start();
        await settle();
        const shared = world.janus.rooms.get(publisher.room).get(publisher.id).streams.find(({ mid }) => mid === 'video2');
        shared.disabled = true;
        bo.janusGates.subscribe.open();
        await settle();
        await clock.advance(1000 * (times - 1));
        delete shared.disabled;
        await clock.advance(5000);
        assert.deepEqual([sees(bo, ana), bo.told('notice').length], [notices === 0, notices]);
        await ana.calls.hangUp();
        assert.deepEqual(await leftovers(world), []);
    });
}

test('a refused picker, or a hang-up while it is open, shares nothing and leaves no capture on', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    ana.engine.screen.failure = 'NotAllowedError';
    await assert.rejects(ana.calls.running().screen.start());
    ana.engine.screen.failure = null;
    ana.engine.screenGate.shut();
    const sharing = ana.calls.running().screen.start();
    await settle();
    await ana.calls.hangUp();
    ana.engine.screenGate.open();
    await sharing;
    assert.deepEqual([shared(bo), ana.told('ownScreen'), ana.engine.captured.at(-1).isStopped], [[], [], true]);
    assert.deepEqual(await leftovers(world), []);
});

test('in an audio call the screen follows an empty camera line', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    await ana.calls.call([2], { video: false });
    await settle();
    await bo.calls.answer({ video: false });
    await clock.advance(1000);
    await ana.calls.running().screen.start();
    await settle();
    assert.deepEqual([linesOf(ana), sees(bo, ana)], [['audio sendonly on', 'video sendonly off', 'video sendonly on'], true]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('sharing continues after a lost connection, and a reconnected receiver sees it', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    await ana.calls.running().screen.start();
    await settle();
    ana.engine.connections[0].becomes('failed');
    await clock.advance(3000);
    assert.deepEqual([linesOf(ana)[2], shared(bo).at(-1), sees(bo, ana)], ['video sendonly on', '1 true', true]);
    bo.engine.connections[0].becomes('failed');
    await clock.advance(3000);
    assert.equal(shared(bo).at(-1), '1 true');
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a screen takes a slot before cameras do, and is not received while off screen', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy } = world;
    ana.engine.videoSlots = 1;
    await connect(world);
    await cy.calls.running().screen.start();
    await settle();
    const shown = () => ana.events.filter(({ type }) => type === 'media').map(({ userId, kind, stream }) => `${userId} ${kind} ${stream?.getVideoTracks().length ?? 0}`);
    assert.equal(shown().at(-1), '3 screen 1');
    ana.calls.running().subscriptions.setVisible(3, 0, 'screen');
    await settle();
    assert.ok(await hears(ana, bo) && await hears(ana, cy));
    assert.equal(screensOf(ana).at(-1), null);
    await ana.calls.hangUp();
    await bo.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a slot is used either for cameras or for screens', () => {
    const picture = (feed, track) => ({ feed, codec: 'vp8', track });
    const slot = (id, feed, track, isShown) => ({ id, feed, codec: 'vp8', track, isShown });
    const { shown, made, ended } = planSlots([slot(1, 5, 'video', true)], [picture(5, 'screen'), picture(5, 'video')], 2);
    assert.deepEqual([shown.map(({ id, picture: { track } }) => [id, track]), made.map(({ track }) => track), ended], [[[1, 'video']], ['screen'], []]);
    const full = planSlots([slot(1, 5, 'video', false), slot(2, 6, 'video', true)], [picture(5, 'screen'), picture(6, 'video')], 2);
    assert.deepEqual([full.made.length, full.ended], [1, [1]]);
});

test('the screen gets most of what a receiver can take, and recovers gradually', () => {
    const limits = new ReceiverLimits();
    limits.are(new Set(['b']));
    assert.equal(limits.screen, 1_200_000);
    limits.isSharing = true;
    limits.take({ bitrate: 0, layer: 2 }, 'b');
    assert.deepEqual(limits.plan, [null, null, 250_000]);
    limits.take({ bitrate: 600, layer: 2 }, 'b');
    assert.deepEqual([limits.screen, limits.plan], [450_000, [null, null, 150_000]]);
    limits.take({ bitrate: 100, layer: 2 }, 'b');
    assert.deepEqual([limits.screen, limits.plan], [120_000, [null, null, 100_000]]);
    limits.take({ bitrate: 0, layer: 2 }, 'b');
    limits.tick();
    assert.equal(limits.screen, 128_400);
});

test('on a slow connection the screen’s resolution is divided, and rises again with clear headroom', () => {
    let scale = 1;
    const found = [1_200_000, 500_000, 499_999, 640_000, 650_000, 199_999, 259_999, 260_000, 100_000, 640_000, 650_000].map((rate) => {
        scale = screenScale(rate, scale);
        return scale;
    });
    assert.deepEqual(found, [1, 1, 2, 2, 1, 3, 3, 2, 3, 2, 1]);
});

test('camera and screen are reported together, and a bad connection keeps the screen', () => {
    const reports = new ReceptionReports();
    const track = (lost, received) => ({ lost, received, bytes: received * 120, jitter: 0, freezes: 0, frames: 0, frozen: 0 });
    let report = null;
    for (let step = 1; step <= 12; step += 1) {
        const loss = (share) => track(step * 100 * share, step * 100 * (1 - share));
        report = reports.make(new Map([['2_21', { audio: null, video: loss(0.4), screen: loss(0.4), roundTrip: 0.02, wanted: 0 }]]), step * 500)['2_21'] ?? report;
    }
    assert.ok(report.bitrate > 0);
    assert.equal(reports.mostPictures, 1);
    const alone = reports.make(new Map([['2_21', { audio: null, video: null, screen: track(500, 700), roundTrip: 0.02, wanted: null }]]), 7000)['2_21'];
    assert.deepEqual([alone.layer, alone.bitrate > 0], [null, true], 'the camera is not looked at, the screen is');
});

test('a participant who joins while a screen is shared sees it', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await ana.calls.call([2, 3], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    await clock.advance(1000);
    await ana.calls.running().screen.start();
    await settle();
    await cy.calls.answer({ video: true });
    await clock.advance(1000);
    assert.deepEqual([shared(cy), sees(cy, ana), screensOf(cy).at(-1)], [['1 true'], true, 'video']);
    assert.ok(cy.events.findIndex(({ type }) => type === 'joined') < cy.events.findIndex(({ type }) => type === 'sharing'), 'of somebody who is known');
    for (const person of [ana, bo]) await person.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('two screens are shared at once and seen by all; when one stops, the other goes on', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy } = world;
    await ana.calls.running().screen.start();
    await settle();
    await bo.calls.running().screen.start();
    await settle();
    assert.deepEqual([[ana, bo], [bo, ana], [cy, ana], [cy, bo]].map(([receiver, sender]) => sees(receiver, sender)), [true, true, true, true]);
    assert.deepEqual(shared(cy), ['1 true', '2 true']);
    await ana.calls.running().screen.stop();
    await settle();
    assert.deepEqual([shared(cy).at(-1), shared(bo).at(-1)], ['1 false', '1 false']);
    const left = [ana, cy].map((person) => person.events.findLast(({ type, userId, kind }) => type === 'media' && userId === 2 && kind === 'screen').stream?.getVideoTracks().length);
    assert.deepEqual([linesOf(bo)[2], left], ['video sendonly on', [1, 1]]);
    for (const person of [ana, bo]) await person.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a muted participant without camera can share a screen with sound', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    await ana.calls.running().media.setMuted(true);
    await ana.calls.running().media.setCamera(false);
    bo.hears({ type: 'participant_updated', callId: 7, participantId: 1, isMuted: true, isVideoEnabled: false });
    ana.engine.screen.hasSound = true;
    await ana.calls.running().screen.start();
    await settle();
    assert.deepEqual(linesOf(ana), ['audio sendonly off', 'video sendonly off', 'video sendonly on', 'audio sendonly on']);
    assert.deepEqual([sees(bo, ana), sees(bo, ana, 'screenAudio'), screensOf(bo).at(-1)], [true, true, 'audio video']);
    assert.ok(await passes(ana, bo, 'screenAudio', [1, 2, 3]));
    await ana.calls.running().media.setMuted(false);
    bo.hears({ type: 'participant_updated', callId: 7, participantId: 1, isMuted: false });
    await settle();
    assert.ok(await hears(bo, ana) && await passes(ana, bo, 'screenAudio', [4, 5, 6]), 'heard again beside it');
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a participant removed while sharing stops sharing; the others stop seeing it and go on', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await bo.calls.running().screen.start();
    await settle();
    const screen = bo.engine.captured.at(-1);
    assert.equal(screensOf(cy).at(-1), 'video');
    await ana.calls.running().sync.remove(2);
    await settle();
    assert.deepEqual([screen.isStopped, bo.engine.isQuiet, screensOf(cy).at(-1), cy.member(2).sharingSince], [true, true, '', null]);
    assert.deepEqual(cy.told('left').map(({ userId, isRemoved }) => [userId, isRemoved]), [[2, true]]);
    await clock.advance(1000);
    assert.ok(await hears(cy, ana) && await hears(ana, cy));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});
