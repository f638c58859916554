import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

test('three participants hear each other, and one who leaves cannot decrypt what is sealed half a second later', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    for (const [receiver, sender] of [[ana, bo], [bo, ana], [cy, ana], [ana, cy], [bo, cy], [cy, bo]]) assert.ok(await hears(receiver, sender));
    // Her worker survives, with everything that it was given.
    const leaver = cy.engine.worker;
    leaver.close = () => {};
    const ear = leaver.receiving(ana.address);
    await cy.calls.hangUp();
    await clock.advance(500);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    const sealed = ana.engine.worker.sending().passed.at(-1);
    const before = ear.passed.length;
    ear.put(sealed);
    await clock.advance(400);
    assert.equal(ear.passed.length, before);
    assert.deepEqual([ana.told('left'), bo.told('left')].map((events) => events.map(({ userId }) => userId)), [[3], [3]]);
    await ana.calls.hangUp();
});

test('a newcomer cannot decrypt what was sealed before', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await ana.calls.call([2, 3], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    await clock.advance(1000);
    assert.ok(await hears(bo, ana));
    const earlier = ana.engine.worker.sending().passed.at(-1);
    await cy.calls.answer({ video: true });
    await clock.advance(1000);
    assert.ok(await hears(cy, ana) && await hears(bo, ana));
    const ear = cy.engine.worker.receiving(ana.address);
    const before = ear.passed.length;
    ear.put(earlier);
    await clock.advance(400);
    assert.equal(ear.passed.length, before);
});

const forgeries = [
    ['another member', (signal) => ({ ...signal, senderId: 3, senderDeviceId: 33 })], ['another call', (signal) => ({ ...signal, callId: 8 })],
    ['another device of hers', (signal) => ({ ...signal, senderDeviceId: 12 })], ['nobody', (signal) => ({ ...signal, senderId: undefined })],
];
for (const [name, forge] of forgeries) {
    test(`a message forged under the name of ${name} opens no channel`, async () => {
        const world = await makeWorld('ana', 'bo', 'cy');
        const { ana, bo, server, clock } = world;
        server.change = (signal, device) => (signal.type === 'e2ee' && signal.senderDeviceId === 11 && device === 22 ? forge(signal) : signal);
        await connect(world);
        await clock.advance(5_000);
        assert.ok(!await hears(bo, ana));
        assert.ok(await hears(world.cy, ana));
    });
}

// 002-6
test('after the end of a call texts are ignored, and nothing is sent or sealed', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server, clock } = world;
    await bo.calls.hangUp();
    await settle();
    for (const { kind, body, bodies } of ana.sent) {
        server.notify(22, { type: 'e2ee', callId: 7, kind, body: body ?? bodies[bo.address] ?? 'x', senderId: 1, senderDeviceId: 11 });
    }
    bo.engine.worker.events.notify({ type: 'firstOpened', feed: 1, track: 'audio' });
    bo.engine.worker.events.notify({ type: 'keyFrameNeeded', track: 'video' });
    const [sent, told] = [bo.sent.length, bo.events.length];
    await clock.advance(20_000);
    assert.deepEqual([bo.sent.length, bo.events.length], [sent, told]);
    assert.equal(bo.sent.at(-1).kind, 'leave');
    assert.ok(bo.engine.isQuiet && !await hears(ana, bo));
    assert.ok(await hears(ana, cy));
});

test('signals of another call change nothing in this one', async () => {
    const world = await connected('ana', 'bo');
    const { ana, server, clock } = world;
    const [told, sent] = [ana.events.length, ana.sent.length];
    const person = { participantId: 3, participantDeviceId: 33, participantName: 'Eve' };
    for (const callId of [8, 0, undefined, '7']) {
        server.notify(11, { type: 'participant_joined', callId, ...person });
        server.notify(11, { type: 'participant_left', callId, participantId: 2 });
        server.notify(11, { type: 'participant_updated', callId, participantId: 2, isMuted: true });
        for (const type of ['call_ended', 'call_cancelled']) server.notify(11, { type, callId });
    }
    await clock.advance(1000);
    assert.deepEqual([ana.events.length, ana.sent.length], [told, sent]);
    assert.ok(await hears(ana, world.bo));
});

test('a join signal without a device is completed by the participant list', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server, clock } = world;
    server.change = (signal) => (signal.type === 'participant_joined' ? { ...signal, participantDeviceId: undefined } : signal);
    await ana.calls.call([2], { video: true });
    await settle();
    // Nor does the media server, yet.
    bo.janusGates.publish.shut();
    const answering = bo.calls.answer({ video: true });
    await settle();
    assert.deepEqual(ana.told('joined').map(({ userId }) => userId), [2]);
    bo.janusGates.publish.open();
    await answering;
    await clock.advance(1000);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
});

test('a device that only rings, declines, or is answered elsewhere learns no key', async () => {
    const world = await makeWorld('ana', 'bo', 'boElsewhere', 'cy');
    const { ana, bo, boElsewhere, cy, clock } = world;
    await ana.calls.call([2, 3], { video: true });
    await clock.advance(5_000);
    await bo.calls.answer({ video: true });
    await cy.calls.decline();
    await clock.advance(1_000);
    const to = ana.sent.flatMap(({ bodies }) => Object.keys(bodies ?? {}));
    assert.deepEqual([...new Set(to)], ['2_22']);
    const workers = [boElsewhere, cy].flatMap(({ engine }) => engine.workers);
    assert.deepEqual(workers.map(({ hasBegun }) => hasBegun), [false, false]);
});

test('resources for answering are prepared while ringing, used by the call, and released without an answer', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, janus, clock } = world;
    await ana.calls.call([2, 3], { video: true });
    await clock.advance(1_000);
    assert.deepEqual([bo, cy].map(({ engine }) => engine.workers.length), [1, 1]);
    const open = janus.openSockets;
    assert.equal(open, 3, 'the caller, and both who are rung');
    await bo.calls.answer({ video: true });
    await cy.calls.decline();
    await clock.advance(1_000);
    assert.deepEqual([bo.engine.workers.length, bo.engine.worker.hasBegun], [1, true]);
    assert.equal(janus.openSockets, 2);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await bo.calls.hangUp();
    // The next call starts with new parts.
    await ana.calls.call([3], { video: true });
    await clock.advance(1_000);
    await cy.calls.answer({ video: true });
    await clock.advance(1_000);
    assert.ok(await hears(ana, cy));
});

for (const [how, goes, ends] of [
    ['goes while it rings', () => {}, ({ bo, janus }) => janus.goes(bo)],
    ['cannot be had while it rings', ({ bo }) => { bo.janusFailures.connect = true; }, ({ bo }) => { bo.janusFailures.connect = false; }],
]) {
    test(`answering replaces a Janus session that ${how}, and leaves nothing open`, async () => {
        const world = await makeWorld('ana', 'bo');
        const { ana, bo, janus, clock } = world;
        goes(world);
        await ana.calls.call([2], { video: true });
        await clock.advance(1_000);
        ends(world);
        const answering = bo.calls.answer({ video: true });
        await clock.advance(5_000);
        await answering;
        assert.ok(await hears(ana, bo) && await hears(bo, ana));
        assert.equal(janus.openSockets, 2);
        await bo.calls.hangUp();
        await clock.advance(10_000);
        assert.deepEqual(await leftovers(world), []);
    });
}

test('an idle page keeps one worker for the next call, and none if no calls are expected', async () => {
    const { ana, bo, clock } = await makeWorld('ana', 'bo');
    const idle = () => { for (const work of ana.engine.idleWork.splice(0)) work(); };
    idle();
    assert.deepEqual(ana.engine.workers.map(({ hasBegun }) => hasBegun), [false]);
    await ana.calls.call([2], { video: true });
    await clock.advance(1_000);
    await bo.calls.answer({ video: true });
    await clock.advance(1_000);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    idle();
    assert.deepEqual(ana.engine.workers.map(({ hasBegun }) => hasBegun), [true], 'one is enough while a call is on');
    await ana.calls.hangUp();
    idle();
    assert.deepEqual(ana.engine.workers.map(({ isClosed, hasBegun }) => [isClosed, hasBegun]), [[true, true], [false, false]]);
    await bo.calls.call([1], { video: true });
    await clock.advance(1_000);
    await ana.calls.decline();
    assert.equal(ana.engine.workers.at(-1).isClosed, false, 'it is for the call after that');
    await ana.calls.stop();
    idle();
    assert.ok(ana.engine.workers.every(({ isClosed }) => isClosed));
});

test('a participant who leaves and rejoins on the same feed is received again', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server, clock } = world;
    const call = server.calls.get(7);
    const member = call.members.get(2);
    call.members.set(2, { ...member, status: 'left' });
    for (const { device } of [ana, cy]) server.notify(device, { type: 'participant_left', callId: 7, participantId: 2 });
    await settle();
    const before = ana.engine.connections.length;
    const received = ana.engine.worker.receiving(bo.address, 'video').options.slot;
    assert.equal(ana.events.findLast(({ type }) => type === 'media').active, false);
    call.members.set(2, member);
    for (const { device } of [ana, cy]) server.notify(device, { type: 'participant_joined', callId: 7, participantId: 2, participantDeviceId: 22, participantName: 'User 2' });
    await clock.advance(1000);
    assert.deepEqual([ana.engine.connections.length, ana.engine.worker.receiving(bo.address, 'video').options.slot], [before, received], 'on what there is');
    // A device that the server has called left comes back with the next sign of presence (e2ee 6).
    await clock.advance(10_000);
    assert.ok(await hears(ana, world.bo));
});

test('participants learn who did not answer, by name and reason, once for each ring; in a call of two the end reports it', async () => {
    const world = await connected('ana', 'bo');
    const { ana, server } = world;
    const rejected = { type: 'participant_rejected', callId: 7, participantId: 3, participantName: 'Cy', reason: 'no_answer' };
    for (let times = 0; times < 2; times += 1) {
        server.notify(11, { ...rejected, type: 'participant_invited' });
        server.notify(11, rejected);
    }
    server.notify(11, rejected);
    await settle();
    assert.deepEqual(ana.told('refused').map(({ name, status }) => [name, status]), [['Cy', 'noAnswer'], ['Cy', 'noAnswer']]);
    await ana.calls.hangUp();
    const id = await ana.calls.call([2], { video: false });
    server.notify(11, { ...rejected, callId: id, participantId: 2 });
    await settle();
    assert.equal(ana.told('refused').length, 2);
    await ana.calls.hangUp();
});
