import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

const rings = async (world, people = [2], video = true) => {
    const id = await world.ana.calls.call(people, { video });
    await settle();
    return id;
};

// 002-24, 002-26, 003-17
test('both participants hear each other, the end leaves nothing open and is reported once, and a second call works', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo } = world;
    for (const number of [1, 2]) {
        const id = await connect(world);
        assert.ok(await hears(ana, bo) && await hears(bo, ana));
        await ana.calls.hangUp();
        assert.deepEqual(await leftovers(world), []);
        assert.deepEqual([ana.ends.length, bo.ends.length], [number, number]);
        assert.deepEqual([ana.ends.at(-1), bo.ends.at(-1)], ['hungUp', 'remoteHungUp']);
        assert.equal(ana.told('ended').at(-1).callId, id);
        assert.equal(ana.events.at(-1).type, 'ended', 'nothing follows the end');
        assert.ok(!await hears(bo, ana));
    }
});

test('a decline is reported to the caller, and not to the callee’s other devices as their own', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    const id = await rings(world);
    await bo.calls.decline();
    assert.deepEqual(await leftovers(world), []);
    assert.deepEqual([ana.ends, bo.ends], [['declined'], ['declined']]);
    assert.ok(server.log.includes(`22 endCall ${id}`));
    await assert.rejects(bo.calls.decline(), { code: 'noCall' });
});

test('a device stops ringing when another answers, and sends the server nothing', async () => {
    const world = await makeWorld('ana', 'bo', 'boElsewhere');
    const { ana, bo, boElsewhere, server, clock } = world;
    await rings(world);
    await bo.calls.answer({ video: true });
    await clock.advance(1000);
    assert.deepEqual(boElsewhere.ends, ['answeredElsewhere']);
    assert.deepEqual(server.log.filter((line) => line.startsWith('23 ')), ['23 participants 7'], 'who else is in it');
    assert.ok(await hears(ana, bo));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('one of two simultaneous answers is taken', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    await rings(world);
    const answers = await Promise.allSettled([bo.calls.answer({ video: true }), bo.calls.answer({ video: true })]);
    assert.deepEqual(answers.map(({ status }) => status), ['fulfilled', 'rejected']);
    assert.equal(server.log.filter((line) => line === '22 joinCall 7').length, 1);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

// 000-44
test('a callee who does not answer within 60 s stops ringing', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    const id = await rings(world);
    await clock.advance(59_999);
    assert.deepEqual(bo.ends, []);
    await clock.advance(1);
    assert.deepEqual([bo.ends, ana.ends], [['notAnswered'], ['notAnswered']]);
    assert.equal(bo.told('ended')[0].callId, id);
    assert.deepEqual(await leftovers(world), []);
});

test('ringing ends when the server reports that the caller vanished', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    const id = await rings(world);
    ana.isOnline = false;
    server.notify(22, { type: 'call_ended', callId: id + 1 });
    server.notify(22, { type: 'call_ended' });
    await settle();
    assert.deepEqual(bo.ends, [], 'of another call');
    server.notify(22, { type: 'call_ended', callId: id });
    await settle();
    assert.deepEqual(bo.ends, ['cancelled']);
    assert.deepEqual(server.log.filter((line) => line.startsWith('22 ')), ['22 participants 7'], 'who else is in it');
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

/** Ana and Bo are talking, and someone else rings Bo. */
async function ringsBeside() {
    const world = await connected('ana', 'bo');
    const { bo, server } = world;
    const { encryptedAESKey } = await invitation(world, bo);
    const ring = (/** @type {number} */ callId) => server.notify(22, { type: 'call_invitation', callId, roomId: 5, callerId: 3, callerDeviceId: 33, encryptedAESKey });
    ring(99);
    await settle();
    assert.deepEqual(bo.told('waiting').map(({ call }) => call?.id), [99]);
    return { ...world, ring };
}

test('a second call rings beside the running one; a third is refused, and none can be placed', async () => {
    const { ana, bo, server, ring } = await ringsBeside();
    await assert.rejects(ana.calls.call([2], { video: false }), { code: 'alreadyInCall' });
    ring(100);
    ring(99);
    await settle();
    assert.ok(server.log.includes('22 endCall 100') && !server.log.includes('22 endCall 99'));
    assert.equal(bo.told('incoming').length, 1);
    assert.ok(await hears(ana, bo));
    await bo.calls.declineWaiting();
    assert.ok(server.log.includes('22 endCall 99'));
    assert.equal(bo.told('waiting').at(-1).call, null);
    await assert.rejects(bo.calls.answerWaiting({ video: false, holds: false }), { code: 'noCall' });
    assert.ok(await hears(ana, bo), 'the call has heard nothing of it');
    await ana.calls.hangUp();
});

test('a second call rings for the usual time, ends with its caller, and rings on when the first call ends', async () => {
    const { ana, bo, clock, server, ring } = await ringsBeside();
    await clock.advance(61_000);
    assert.equal(bo.told('waiting').at(-1).call, null);
    assert.ok(server.log.includes('22 endCall 99'));
    ring(98);
    await settle();
    server.notify(22, { type: 'call_ended', callId: 98, reason: 'cancelled' });
    await settle();
    assert.deepEqual(bo.told('waiting').slice(-2).map(({ call }) => call?.id ?? null), [98, null]);
    ring(97);
    await settle();
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual(bo.ends, ['remoteHungUp']);
    assert.equal(bo.told('incoming').at(-1).call.id, 97, 'as any other call');
    await bo.calls.decline();
});

test('a held call is silent until its device returns', async () => {
    const world = await ringsBeside();
    const { ana, bo, clock, server } = world;
    const answering = bo.calls.answerWaiting({ video: false, holds: true });
    const refused = assert.rejects(answering, { code: 'over' }, 'that call is over');
    await settle();
    await clock.advance(2000);
    await refused;
    assert.ok(server.log.some((line) => line.startsWith('22 holdCall')), 'the server keeps the place');
    assert.deepEqual(bo.ends.slice(0, 1), ['onHold']);
    assert.deepEqual(ana.ends, [], 'it goes on');
    assert.ok(!await hears(ana, bo), 'nothing comes of who holds it');
    await clock.advance(2000);
    await bo.calls.resume(7);
    await clock.advance(12_000);
    assert.ok(await hears(ana, bo));
    await ana.calls.hangUp();
});

/** An invitation as created by Ana's device. */
async function invitation({ server }, { device }) {
    let seen;
    const { change } = server;
    server.change = (signal, to) => {
        if (signal.type === 'call_invitation' && to === device) seen = signal;
        return change(signal, to);
    };
    const other = await makeWorld('ana', 'bo');
    other.server.change = server.change;
    await rings(other);
    server.change = change;
    return seen;
}

test('an incomplete invitation is dropped; one not signed by a known device rings as unverified', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { bo, cy, server } = world;
    const whole = await invitation(world, bo);
    const damages = { roomId: 0, callerId: undefined, callerDeviceId: 'x' };
    for (const [index, [member, value]] of Object.entries(damages).entries()) server.notify(22, { ...whole, callId: 50 + index, [member]: value });
    await settle();
    assert.deepEqual(bo.told('incoming'), []);
    // Made for Bo, not for Cy.
    server.notify(33, { ...whole, callId: 60 });
    await settle();
    assert.deepEqual(cy.told('incoming').map(({ call }) => [call.id, call.isVerified]), [[60, false]]);
    await cy.calls.decline();
    assert.equal(world.clock.waiting, 0);
});

test('a server that is slow to accept a refusal delays no other signal', async () => {
    const world = await makeWorld('ana', 'bo');
    const { bo, server } = world;
    const whole = await invitation(world, bo);
    server.before.endCall.shut();
    server.notify(22, { ...whole, callId: 50 });
    server.notify(22, { ...whole, callId: 51, e2ee: undefined });
    server.notify(22, { type: 'call_ended', callId: 50 });
    await settle();
    assert.deepEqual(bo.told('incoming').map(({ call }) => call.id), [50]);
    assert.equal(bo.ends.length, 1);
    server.before.endCall.open();
});

test('a participant list that is older than a join removes no one', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server, clock } = world;
    server.after.participants.shut();
    await rings(world);
    assert.ok(server.after.participants.isWaitedAt);
    const answering = bo.calls.answer({ video: true });
    await settle();
    assert.equal(ana.told('joined').length, 1);
    server.after.participants.open();
    await answering;
    await clock.advance(1000);
    assert.deepEqual(ana.told('left'), []);
    assert.deepEqual([(await ana.calls.running().statistics()).keys, (await bo.calls.running().statistics()).keys], [1, 1]);
    assert.ok(await hears(ana, bo));
});

test('a participant list that is older than an update does not undo it', async () => {
    const { ana, bo, server, clock } = await connected('ana', 'bo');
    server.flags.set(bo.user, { isVideoEnabled: true });
    server.after.participants.shut();
    ana.comesBack();
    await settle();
    assert.ok(server.after.participants.isWaitedAt);
    server.flags.set(bo.user, { isVideoEnabled: false });
    ana.hears({ type: 'participant_updated', callId: 7, participantId: bo.user, isVideoEnabled: false });
    server.after.participants.open();
    await clock.advance(1000);
    assert.equal(ana.member(2).sendsVideo, false);
});

test('a malformed participant list changes nothing', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, server } = world;
    server.participants = () => ({});
    ana.comesBack();
    await settle();
    assert.deepEqual(ana.told('left'), []);
    assert.ok(await hears(ana, bo));
});

test('a call ends at once, however slow the participant list is', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server } = world;
    server.before.participants.shut();
    for (const person of [ana, bo]) server.notify(person.device, { type: 'participant_joined', callId: 7, participantId: 4, participantDeviceId: 44, participantName: 'Di' });
    await settle();
    await cy.calls.hangUp();
    await settle();
    assert.deepEqual(bo.told('left').map(({ userId }) => userId), [3]);
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual(bo.ends, ['remoteHungUp']);
    server.before.participants.open();
    assert.deepEqual(await leftovers(world), []);
});

test('a participant who joined while signaling was down is found after the reconnection', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    await rings(world);
    ana.isOnline = false;
    await bo.calls.answer({ video: true });
    await settle();
    ana.comesBack();
    // His join and his key were lost: he sends the former when she is back, and is asked for the latter once he is heard.
    await clock.advance(500);
    await hears(ana, bo);
    await clock.advance(1000);
    assert.ok(await hears(ana, bo));
    assert.deepEqual(ana.told('joined').map(({ userId }) => userId), [2]);
});

test('signals that arrive before the answer to the invitation are not lost', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server, clock } = world;
    server.after.startCall.shut();
    const calling = ana.calls.call([2], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    server.after.startCall.open();
    await calling;
    await clock.advance(1000);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await bo.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
    assert.deepEqual(ana.ends, ['remoteHungUp']);
});

test('a browser without media encryption places no call, and a failed worker leaves none behind', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    const { makeWorker } = ana.platform;
    ana.platform.canProtectMedia = () => false;
    await assert.rejects(ana.calls.call([2], { video: true }), { code: 'encryption' });
    ana.platform.canProtectMedia = () => true;
    ana.platform.makeWorker = () => { throw new TypeError('not a script of this page'); };
    await assert.rejects(ana.calls.call([2], { video: true }), { code: 'media' });
    ana.platform.makeWorker = makeWorker;
    assert.deepEqual(server.log, []);
    await rings(world);
    bo.platform.canProtectMedia = () => false;
    await assert.rejects(bo.calls.answer({ video: true }), { code: 'encryption' });
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('the caller learns whether any device can ring', async () => {
    for (const [offline, canRing] of [[[], true], [[2], true], [[2, 3], false], [undefined, true]]) {
        const { ana, server } = await makeWorld('ana', 'bo', 'cy');
        server.started = { offlineCallees: offline?.map((id) => ({ id })) };
        await ana.calls.call([2, 3], { video: true });
        assert.equal(ana.told('ringing')[0].canRing, canRing, String(offline));
        await ana.calls.hangUp();
    }
});
