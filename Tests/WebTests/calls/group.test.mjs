import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importCallKey, nameOf } from '../../../Web/frames/key-schedule.js';
import { hex } from '../../../Web/keys/base64.js';
import { unwrapCallKey } from '../../../Web/keys/envelope.js';
import { settle } from './doubles/time.mjs';
import { connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

const newestName = ({ engine }) => hex(engine.worker.installed.at(-1).name);
const request = (from, to) => ({
    type: 'request_aes_key', callId: 7, participantId: to.user, participantDeviceId: to.device, senderId: from.user, senderDeviceId: from.device,
});

test('three hear each other; each join and each leave brings a key that the others have and the leaver has not', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    for (const [receiver, sender] of [[ana, bo], [bo, ana], [cy, ana], [ana, cy], [bo, cy], [cy, bo]]) assert.ok(await hears(receiver, sender));
    const before = newestName(ana);
    await cy.calls.hangUp();
    await clock.advance(1000);
    assert.notEqual(newestName(ana), before);
    assert.equal(newestName(ana), newestName(bo));
    assert.ok(!cy.engine.worker.installed.some(({ name }) => hex(name) === newestName(ana)));
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    assert.deepEqual([ana.told('participantLeft'), bo.told('participantLeft')].map((events) => events.map(({ userId }) => userId)), [[3], [3]]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('somebody leaves and the key host sends no new key: a second later nobody sends anything, and asks', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server, clock } = world;
    server.change = (signal) => (signal.type === 'key_rotation' ? null : signal);
    await cy.calls.hangUp();
    await settle();
    await clock.advance(999);
    assert.ok(await hears(ana, bo));
    await clock.advance(1);
    assert.ok(!await hears(ana, bo));
    await clock.advance(1);
    assert.deepEqual(bo.sent.filter(({ type }) => type === 'request_aes_key').length, 1);
    await clock.advance(1000);
    assert.equal(newestName(bo), newestName(ana), 'the answer brings the new key');
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
});

test('the key host leaves: another goes on with the next epoch at once, which the former has not', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    const epoch = bo.epochs.at(-1);
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual([bo.epochs.at(-1), cy.epochs.at(-1)], [epoch + 1, epoch + 1]);
    assert.equal(newestName(bo), newestName(cy));
    assert.ok(!ana.engine.worker.installed.some(({ name }) => hex(name) === newestName(bo)));
    await clock.advance(2000);
    assert.ok(await hears(bo, cy) && await hears(cy, bo));
    await clock.advance(300_000);
    assert.ok(bo.epochs.at(-1) > epoch + 1 && cy.epochs.at(-1) === bo.epochs.at(-1));
});

test('becoming key host waits for no list of participants', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server } = world;
    const epoch = bo.epochs.at(-1);
    server.before.participants.shut();
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual([bo.epochs.at(-1), cy.epochs.at(-1)], [epoch + 1, epoch + 1]);
    server.before.participants.open();
});

test('a key host nobody has heard of: its keys wait until the list says who that is', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, server, clock } = world;
    await ana.calls.call([2, 3], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    await clock.advance(1000);
    bo.isOnline = false;
    await cy.calls.answer({ video: true });
    await clock.advance(1000);
    server.before.participants.shut();
    bo.isOnline = true;
    server.handOver(server.calls.get(7), 3);
    await settle();
    server.before.participants.open();
    await clock.advance(1000);
    assert.equal(newestName(bo), newestName(cy));
    assert.ok(await hears(bo, cy) && await hears(cy, bo));
});

test('a request that the former key host never answered goes to the next one', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server, clock } = world;
    await clock.advance(20_000);
    server.change = (signal) => (['key_rotation', 'send_aes_key'].includes(signal.type) && signal.participantDeviceId === 33 ? null : signal);
    cy.engine.worker.events.notify({ type: 'needsKey' });
    await settle();
    assert.deepEqual(cy.sent.map(({ participantDeviceId }) => participantDeviceId), [11]);
    await clock.advance(4_000);
    await ana.calls.hangUp();
    await settle();
    await clock.advance(1);
    assert.deepEqual(cy.sent.map(({ participantDeviceId }) => participantDeviceId), [11, 22]);
    assert.equal(bo.ends.length, 0);
});

const forgeries = [
    ['another member', (signal) => ({ ...signal, senderId: 3, senderDeviceId: 33 })], ['another call', (signal) => ({ ...signal, callId: 8 })],
    ['another device of the host', (signal) => ({ ...signal, senderDeviceId: 12 })], ['nobody', (signal) => ({ ...signal, senderId: undefined })],
];
for (const [name, forge] of forgeries) {
    test(`a key that comes from ${name} is not taken, and does not open what it would open`, async () => {
        const world = await connected('ana', 'bo', 'cy');
        const { ana, bo, server, clock } = world;
        server.change = (signal, device) => (signal.type === 'key_rotation' && device === 22 ? forge(signal) : signal);
        await clock.advance(300_000);
        assert.equal(ana.epochs.at(-1) - bo.epochs.at(-1), 1);
        await clock.advance(500);
        assert.ok(!await hears(bo, ana));
    });
}

test('the call is over: no key signal does anything any more, nobody is asked, nothing is sealed', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server, clock } = world;
    const installed = bo.engine.worker.installed.length;
    await bo.calls.hangUp();
    await settle();
    server.notify(22, { ...request(cy, bo), participantId: 2, participantDeviceId: 22 });
    server.notify(22, { ...ana.sent.findLast(({ type }) => type === 'key_rotation'), senderId: 1, senderDeviceId: 11, participantId: 2, participantDeviceId: 22 });
    bo.engine.worker.events.notify({ type: 'needsKey' });
    bo.engine.worker.events.notify({ type: 'firstOpened', feed: 1, track: 'audio' });
    bo.engine.worker.events.notify({ type: 'keyFrameNeeded', track: 'video' });
    const [sent, told] = [bo.sent.length, bo.events.length];
    await clock.advance(20_000);
    assert.deepEqual([bo.sent.length, bo.events.length, bo.engine.worker.installed.length], [sent, told, installed]);
    assert.ok(bo.engine.isQuiet && !await hears(ana, bo));
    assert.ok(await hears(ana, cy));
});

test('what is said of another call changes nothing in this one', async () => {
    const world = await connected('ana', 'bo');
    const { ana, server, clock } = world;
    const [told, sent] = [ana.events.length, ana.sent.length];
    const person = { participantId: 3, participantDeviceId: 33, participantName: 'Eve' };
    for (const callId of [8, 0, undefined, '7']) {
        server.notify(11, { type: 'participant_joined', callId, ...person });
        server.notify(11, { type: 'participant_left', callId, participantId: 2 });
        server.notify(11, { type: 'participant_updated', callId, participantId: 2, isMuted: true });
        server.notify(11, { type: 'handover_host', callId, participantId: 2 });
        for (const type of ['call_ended', 'call_cancelled']) server.notify(11, { type, callId });
    }
    await clock.advance(1000);
    assert.deepEqual([ana.events.length, ana.sent.length], [told, sent]);
    assert.ok(await hears(ana, world.bo));
});

test('somebody joins and the signal does not say with which device: the list does', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server, clock } = world;
    server.change = (signal) => (signal.type === 'participant_joined' ? { ...signal, participantDeviceId: undefined } : signal);
    await ana.calls.call([2], { video: true });
    await settle();
    // Nor does the media server, yet.
    bo.janusGates.publish.shut();
    const answering = bo.calls.answer({ video: true });
    await settle();
    assert.deepEqual(ana.told('participantJoined').map(({ userId }) => userId), [2]);
    bo.janusGates.publish.open();
    await answering;
    await clock.advance(1000);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
});

test('each device is rung with a key of its own, which is never one of the call', async () => {
    const world = await makeWorld('ana', 'bo', 'boElsewhere');
    const { ana, bo, boElsewhere, server, clock } = world;
    const doors = [];
    server.change = (signal, device) => {
        if (signal.type === 'call_invitation') doors.push([device, signal.encryptedAESKey]);
        return signal;
    };
    for (let call = 0; call < 2; call += 1) {
        await ana.calls.call([2], { video: true });
        await settle();
        await bo.calls.answer({ video: true });
        await clock.advance(1000);
        await ana.calls.hangUp();
        await settle();
    }
    const keys = [new Uint8Array(32), ...ana.engine.workers.flatMap(({ installed }) => installed.map(({ name }) => name))];
    const names = new Set(keys.map((name) => hex(name)));
    names.add(hex(await nameOf(await importCallKey(new Uint8Array(32)))));
    for (const [device, envelope] of doors) {
        const { privateKey } = (device === 22 ? bo : boElsewhere).session.deviceKey;
        names.add(hex(await nameOf((await unwrapCallKey(privateKey, envelope)).hkdf)));
    }
    assert.deepEqual([doors.length, names.size], [4, 4 + 2 + 2]);
});

test('nobody learns a key who only rings, declines, or answered elsewhere', async () => {
    const world = await makeWorld('ana', 'bo', 'boElsewhere', 'cy');
    const { ana, bo, boElsewhere, cy, clock } = world;
    await ana.calls.call([2, 3], { video: true });
    await clock.advance(5_000);
    await bo.calls.answer({ video: true });
    await cy.calls.decline();
    await clock.advance(1_000);
    const to = ana.sent.filter(({ type }) => type !== 'request_aes_key').map(({ participantDeviceId }) => participantDeviceId);
    assert.deepEqual([...new Set(to)], [22]);
    assert.deepEqual([boElsewhere.engine.workers.length, cy.engine.workers.length], [0, 0]);
});

test('a person who leaves and joins again on the same feed is received again', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, cy, server, clock } = world;
    const call = server.calls.get(7);
    const member = call.members.get(2);
    call.members.set(2, { ...member, status: 'left' });
    for (const { device } of [ana, cy]) server.notify(device, { type: 'participant_left', callId: 7, participantId: 2 });
    await settle();
    const before = ana.engine.connections.length;
    assert.equal(ana.events.findLast(({ type }) => type === 'media').active, false);
    call.members.set(2, member);
    for (const { device } of [ana, cy]) server.notify(device, { type: 'participant_joined', callId: 7, participantId: 2, participantDeviceId: 22, participantName: 'User 2' });
    await clock.advance(1000);
    assert.equal(ana.engine.connections.length, before + 1);
    assert.ok(await hears(ana, world.bo));
});

test('who of a group did not answer is told to those who are in it, by name and reason; alone the end says it', async () => {
    const world = await connected('ana', 'bo');
    const { ana, server } = world;
    const rejected = { type: 'participant_rejected', callId: 7, participantId: 3, participantName: 'Cy', reason: 'no_answer' };
    server.notify(11, rejected);
    await settle();
    assert.deepEqual(ana.told('rejected').map(({ name, reason }) => [name, reason]), [['Cy', 'no_answer']]);
    await ana.calls.hangUp();
    const id = await ana.calls.call([2], { video: false });
    server.notify(11, { ...rejected, callId: id, participantId: 2 });
    await settle();
    assert.equal(ana.told('rejected').length, 1);
    await ana.calls.hangUp();
});
