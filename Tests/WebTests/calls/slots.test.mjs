import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReceivingConnection } from '../../../Web/calls/room/receiving-connection.js';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

const subscribers = (person) => [...person.world.janus.connections].filter((client) => client.person === person).flatMap(({ handles }) => handles).filter(({ isSubscriber, isDetached }) => isSubscriber && !isDetached);
const sound = (person) => subscribers(person).find(({ lines }) => lines[0]?.type === 'audio');
const pictures = (person) => subscribers(person).filter(({ lines }) => lines[0]?.type === 'video');
const asked = (handle) => handle.requests.filter(({ request }) => request !== 'join' && request !== 'start').map(({ request, streams }) => [request, ...(streams ?? []).map(({ mid, feed_id: _, ...one }) => JSON.stringify({ mid, ...one }))].join(' '));
const says = ({ server }, device, participantId, change) => server.notify(device, { type: 'participant_updated', callId: 7, participantId, ...change });
/** Whose video the slots show, according to the sender that the worker opens it for. */
const openFor = (person) => person.engine.worker.transforms.filter(({ options }) => options.direction === 'receive' && options.track === 'video').map(({ options }) => options.sender);

test('all audio arrives on one connection, which grows with the participants', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy } = world;
    assert.deepEqual(sound(ana).requests.map(({ request }) => request), ['join', 'start', 'subscribe', 'start']);
    assert.deepEqual([sound(ana).lines.length, pictures(ana).length, ana.engine.connections.length], [2, 2, 4]);
    assert.ok(await hears(ana, bo) && await hears(ana, cy));
    await ana.calls.hangUp();
    await bo.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a muted participant is not received; unmuting resumes without a new description', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy } = world;
    const descriptions = () => sound(ana).requests.filter(({ request }) => request === 'start').length;
    const before = descriptions();
    says(world, 11, 2, { isMuted: true });
    await settle();
    assert.deepEqual([asked(sound(ana)).at(-1), sound(ana).lines.map(({ send }) => send)], ['configure {"mid":"s0","send":false}', [false, true]]);
    assert.equal(ana.events.findLast(({ type, userId }) => type === 'media' && userId === 2).stream.getAudioTracks().length, 0);
    says(world, 11, 2, { isMuted: false });
    await settle();
    assert.deepEqual([sound(ana).lines.map(({ send }) => send), descriptions()], [[true, true], before]);
    assert.ok(await hears(ana, bo) && await hears(ana, cy));
    await ana.calls.hangUp();
});

test('the m-line of a participant who left is reused for a newcomer, and decrypts only them', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, clock, server } = world;
    await bo.calls.hangUp();
    await clock.advance(1000);
    assert.deepEqual(asked(sound(ana)).at(-1), 'configure {"mid":"s0","send":false}');
    const [room, publishers] = [...world.janus.rooms][0];
    publishers.set(950, { id: 950, display: '2:User 2', streams: [{ type: 'audio', mid: '0', codec: 'opus' }] });
    const call = server.calls.get(7);
    call.members.set(2, { device: 22, status: 'accepted' });
    for (const device of [11, 33]) server.notify(device, { type: 'participant_joined', callId: 7, participantId: 2, participantDeviceId: 22, participantName: 'User 2' });
    server.published(2, 950);
    world.janus.news(room, null, { publishers: [publishers.get(950)] });
    await settle();
    assert.match(asked(sound(ana)).at(-1), /^switch .*"feed":950,"sub_mid":"s0"/);
    assert.equal(sound(ana).lines.length, 2);
    const { options } = ana.engine.worker.receiving('2_22', 'audio');
    assert.deepEqual([options.feed, options.sender], [950, '2_22']);
    assert.ok(await hears(ana, cy));
    await ana.calls.hangUp();
});

test('a description waits for the one under way', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await ana.calls.call([2, 3], { video: false });
    await settle();
    ana.janusGates.subscribe.shut();
    await bo.calls.answer({ video: false });
    await cy.calls.answer({ video: false });
    await clock.advance(1000);
    assert.deepEqual(subscribers(ana).map(({ requests }) => requests.length), [1], 'cy is there too');
    ana.janusGates.subscribe.open();
    await clock.advance(1000);
    assert.deepEqual(sound(ana).requests.map(({ request }) => request), ['join', 'start', 'subscribe', 'start']);
    assert.ok(await hears(ana, bo) && await hears(ana, cy));
    await ana.calls.hangUp();
});

test('a slot moves to another sender without a new description, and shows the new picture once it is decrypted and drawn', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, clock } = world;
    ana.engine.videoSlots = 1;
    await connect(world);
    assert.deepEqual([pictures(ana).length, openFor(ana)], [1, ['2_22']]);
    ana.events.length = 0;
    const [slot] = pictures(ana);
    const { options: { slot: id } } = ana.engine.worker.receiving('2_22', 'video');
    const [bos, cys] = [2, 3].map((user) => world.server.feeds.get(user));
    ana.engine.pictureGate.shut();
    ana.calls.running().subscriptions.setVisible(2, 0);
    ana.calls.running().subscriptions.setVisible(3, 200);
    assert.deepEqual(ana.told('pictureGone').map(({ userId }) => userId), [2], 'at once');
    await settle();
    assert.match(asked(slot).find((one) => one.startsWith('switch')), new RegExp(`"feed":${cys}`));
    assert.equal(asked(slot).at(-1), 'configure {"mid":"s0","send":true,"substream":0}');
    assert.deepEqual([slot.requests.filter(({ request }) => request === 'start').length, openFor(ana)], [1, ['3_33']]);
    ana.engine.worker.events.notify({ type: 'firstOpened', slot: id, feed: bos, track: 'video', timestamp: 1 });
    ana.engine.worker.events.notify({ type: 'firstOpened', slot: id, feed: cys, track: 'video', timestamp: 1 });
    await settle();
    assert.deepEqual([ana.told('firstPicture'), ana.told('media')], [[], []], 'what came before is still being drawn');
    ana.engine.pictureGate.open();
    await settle();
    assert.deepEqual(ana.told('firstPicture').map(({ userId }) => userId), [3]);
    await clock.advance(100);
    await ana.calls.hangUp();
});

test('a slot whose connection breaks is replaced alone', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana } = world;
    const [, slot, first] = ana.engine.connections;
    slot.becomes('failed');
    await settle();
    assert.deepEqual(ana.engine.connections.map(({ connectionState }) => connectionState), ['connected', 'closed', 'connected', 'connected', 'connected']);
    assert.deepEqual([first.connectionState, pictures(ana).length, openFor(ana).sort(), ana.told('notice')], ['connected', 2, ['2_22', '2_22', '3_33'], []]);
    await ana.calls.hangUp();
});

test('a participant who is off screen is not received, and the tile size selects the layer', async () => {
    const world = await connected('ana', 'bo');
    const { ana } = world;
    const [slot] = pictures(ana);
    ana.calls.running().subscriptions.setVisible(2, 100);
    await settle();
    ana.calls.running().subscriptions.setVisible(2, 100);
    ana.calls.running().subscriptions.setVisible(2, 0);
    await settle();
    ana.calls.running().subscriptions.setVisible(2, 300);
    await settle();
    assert.deepEqual(asked(slot), [
        'configure {"mid":"s0","send":true,"substream":0}', 'configure {"mid":"s0","send":false}', 'configure {"mid":"s0","send":true,"substream":1}',
    ]);
    await ana.calls.hangUp();
});

test('a feed that disappears while being subscribed to affects no other participant', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, cy } = world;
    const [room, publishers] = [...world.janus.rooms][0];
    world.server.published(2, 960);
    world.janus.news(room, null, { publishers: [{ id: 960, display: '2:User 2', streams: [{ type: 'audio', mid: '0', codec: 'opus' }, { type: 'video', mid: '1', codec: 'h264' }] }] });
    await settle();
    assert.equal(publishers.has(960), false);
    assert.equal(ana.told('notice').length, 1, 'said once, of sound and picture');
    assert.ok(await hears(ana, cy));
    assert.deepEqual(ana.ends, []);
    await ana.calls.hangUp();
});

test('a tab at its connection limit moves its connections, makes no new one, and says so once', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    // The reserve for sending and audio, and one slot.
    ana.engine.mostConnections = 23;
    await connect(world);
    assert.equal(pictures(ana).length, 1);
    await clock.advance(5000);
    assert.deepEqual(ana.told('notice').map(({ text }) => text), ['Some people can’t be shown because this tab has reached the browser’s connection limit. Reload the page to see everyone.']);
    assert.ok(await hears(ana, bo) && await hears(ana, cy));
    const shown = openFor(ana)[0];
    ana.calls.running().subscriptions.setVisible(Number(shown.split('_')[0]), 0);
    await settle();
    assert.notEqual(openFor(ana)[0], shown, 'the one there is is moved');
    await ana.calls.hangUp();
});

const level = 'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n';

test('no offered description has the audio level extension', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana } = world;
    const make = ana.platform.makeConnection;
    ana.platform.makeConnection = (configuration) => Object.assign(make(configuration), { createOffer: async () => ({ type: 'offer', sdp: `m=audio\r\n${level}` }) });
    await connect(world);
    const offers = [...world.janus.connections].filter(({ person }) => person === ana).flatMap(({ handles }) => handles).flatMap(({ requests }) => requests).filter(({ jsep }) => jsep?.type === 'offer');
    assert.ok(offers.length > 0 && offers.every(({ jsep }) => jsep.sdp.startsWith('m=audio') && !jsep.sdp.includes('audio-level')));
    await ana.calls.hangUp();
});

test('an offer of the media server is applied without the audio level extension, so the answer lacks it too', async () => {
    const taken = [];
    const connection = {
        setRemoteDescription: async ({ sdp }) => void taken.push(sdp), setLocalDescription: async () => {}, createAnswer: async () => ({}), close() {},
        localDescription: { sdp: '' }, addEventListener() {}, removeEventListener() {}, addIceCandidate: async () => {},
    };
    const handle = {
        onEvent: () => () => {}, trickle: async () => {}, detach: async () => {},
        request: async () => ({ data: { streams: [] }, jsep: { type: 'offer', sdp: `m=audio\r\n${level}a=mid:0\r\n` } }),
    };
    const receiving = new ReceivingConnection({
        room: 1, credentials: async () => ({ iceServers: [] }), attach: async () => handle, worker: { newSlot: () => 1 },
        platform: { makeConnection: () => connection }, timeline: { mark() {}, watch() {} },
    }, { lines() {}, track() {}, worked() {}, broke() {} });
    await receiving.join([]);
    assert.deepEqual(taken, ['m=audio\r\na=mid:0\r\n']);
    receiving.close();
});

test('a missing layer is requested three more times; a sender with one layer is not asked', async () => {
    const world = await connected('ana', 'bo');
    const { ana, clock } = world;
    const [slot] = pictures(ana);
    const passesOn = (substream) => slot.events.notify({ janus: 'event', data: { videoroom: 'event', mid: 's0', substream }, jsep: null, message: {} });
    await clock.advance(20_000);
    ana.calls.running().subscriptions.setVisible(2, 300);
    await clock.advance(20_000);
    const first = asked(slot);
    assert.deepEqual(first, ['configure {"mid":"s0","send":true,"substream":1}']);
    passesOn(0);
    for (const [time, times] of [[999, 0], [1, 1], [1999, 1], [1, 2], [4000, 3], [60_000, 3]]) {
        await clock.advance(time);
        assert.deepEqual(asked(slot).slice(1), Array(times).fill('configure {"mid":"s0","substream":1}'));
    }
    passesOn(1);
    await clock.advance(60_000);
    assert.equal(asked(slot).length, 4);
    await ana.calls.hangUp();
});

test('a participant who leaves needs no new description, and a returning track is the same one', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    assert.deepEqual(subscribers(ana).map(({ requests }) => requests[0].autoupdate), [false, false]);
    const [, slot] = ana.engine.connections;
    const [transceiver] = slot.transceivers;
    const track = ana.events.findLast(({ type }) => type === 'media').stream.getVideoTracks()[0];
    slot.ontrack({ transceiver, receiver: transceiver.receiver, track });
    assert.deepEqual([track.isStopped, transceiver.direction], [false, 'recvonly']);
    const another = ana.engine.track('video');
    slot.ontrack({ transceiver: { mid: 's7' }, receiver: {}, track: another });
    assert.equal(another.isStopped, true, 'what was not asked for');
    assert.ok(await hears(ana, bo));
    await ana.calls.hangUp();
});
