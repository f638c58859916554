import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runningCall } from '../../../Web/calls/lifecycle/running-call.js';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

const account = { userId: 1, deviceId: 11 };
const member = (userId, deviceId, status) => ({ userId, deviceId, status, displayName: `User ${userId}` });
/** [case, this participant, the others, what is offered] */
const offers = [
    ['this device is in it', member(1, 11, 'connected'), [member(2, 22, 'connected')], ['here', false, '2']],
    ['this device has it on hold', { ...member(1, 11, 'connected'), isOnHold: true }, [member(2, 22, 'connected')], ['here', false, '2', 'on hold']],
    ['this device was lost', member(1, 11, 'reconnecting'), [member(2, 22, 'connected')], ['here', false, '2']],
    ['it rings here', member(1, 0, 'inviting'), [member(2, 22, 'accepted')], null],
    ['it was left', member(1, 11, 'left'), [member(2, 22, 'connected'), member(3, 33, 'connected')], null],
    ['another device of mine holds it', member(1, 12, 'connected'), [member(2, 22, 'connected')], ['elsewhere', true, '2']],
    ['another device of mine has lost it', member(1, 12, 'reconnecting'), [member(2, 22, 'connected')], ['elsewhere', false, '2']],
    ['some have left it', member(1, 11, 'connected'), [member(2, 22, 'left'), member(3, 33, 'connected'), member(4, 0, 'inviting')], ['here', false, '3,4']],
];
for (const [what, own, others, offered] of offers) {
    test(`the call that can be resumed: ${what}`, () => {
        const call = runningCall({ active: true, callId: 7, participants: [own, ...others] }, account);
        assert.deepEqual(call && [call.place, call.isHeld, call.people.map(({ userId }) => userId).join(), ...(call.isOnHold ? ['on hold'] : [])], offered);
    });
}
test('a user in no call has none to resume', () => assert.equal(runningCall({ active: false }, account), null));

/** Bo's page is reloaded in a video call; its former contents are gone without notice. */
async function reloaded(...names) {
    const world = await connected(...names);
    return comesAnew(world, world.bo);
}

async function comesAnew(world, person) {
    await person.reload();
    await world.clock.advance(1000);
    return world;
}

test('a page reloaded during a call offers it, ends nothing, and resumes it with new keys', async () => {
    const world = await reloaded('ana', 'bo');
    const { ana, bo, clock, server } = world;
    const [{ call }] = bo.told('running').slice(-1);
    assert.deepEqual([call.id, call.place, call.people], [7, 'here', [{ userId: 1, name: 'User 1' }]]);
    assert.deepEqual([ana.ends, server.log.filter((line) => line.startsWith('22 endCall'))], [[], []]);
    const before = bo.engine.workers.length;
    [bo.events.length, bo.sent.length] = [0, 0];
    await bo.calls.resume(7);
    await settle();
    assert.ok(1 in bo.trust && bo.sent.every(({ kind }) => kind !== 'again'), 'what Ana said before counts at once');
    await clock.advance(12_000);
    assert.equal(bo.engine.workers.length, before + 1);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    // It is this page's call, as before.
    await bo.calls.hangUp();
    await clock.advance(1000);
    assert.deepEqual([ana.ends, bo.ends], [['remoteHungUp'], ['hungUp']]);
    bo.comesBack();
    await settle();
    assert.equal(bo.told('running').at(-1).call, null);
});

test('a muted participant without camera resumes that way, and the others see the true state', async () => {
    const world = await connected('ana', 'bo');
    const { bo, clock, server } = world;
    await bo.calls.running().media.setMuted(true);
    await bo.calls.running().media.setCamera(false);
    server.flags.set(2, { isMuted: true, isVideoEnabled: false });
    await comesAnew(world, bo);
    server.updates.length = 0;
    await bo.calls.resume(7);
    await clock.advance(1000);
    const { isMuted, isCameraOn } = bo.told('localMedia').at(-1);
    assert.deepEqual([isMuted, isCameraOn, bo.engine.asked.at(-1)], [true, false, 'audio']);
    assert.deepEqual(server.updates.filter(({ status }) => status === 'connected')[0], { callId: 7, userId: 2, status: 'connected', isMuted: true, isVideoEnabled: false, takesCalls: true });
    assert.ok(bo.engine.captured.at(-1).kind === 'audio' && !bo.engine.captured.at(-1).enabled);
});

test('a participant who turned the camera off and on again is seen after resuming', async () => {
    const world = await connected('ana', 'bo');
    const { bo, clock, server } = world;
    server.flags.set(2, { isMuted: false, isVideoEnabled: true });
    await comesAnew(world, bo);
    server.updates.length = 0;
    await bo.calls.resume(7);
    await clock.advance(1000);
    assert.deepEqual(server.updates.find(({ status }) => status === 'connected'), { callId: 7, userId: 2, status: 'connected', isMuted: false, isVideoEnabled: true, takesCalls: true });
});

test('leaving a resumable call ends it for the other participant, who is told why', async () => {
    const world = await reloaded('ana', 'bo');
    await world.bo.calls.leaveRunning(7);
    await world.clock.advance(1000);
    assert.deepEqual(world.ana.ends, ['remoteHungUp']);
    await world.bo.calls.look();
    assert.equal(world.bo.told('running').at(-1).call, null);
});

for (const [what, change, code] of [
    ['the call is over meanwhile', async ({ ana }) => { await ana.calls.hangUp(); }, 'over'],
    ['the server cannot be reached', async ({ bo }) => { bo.serverFailures.activeCall = 'offline'; }, 'offline'],
    ['the server says no', async ({ bo }) => { bo.serverFailures.joinCall = 'ErrInternal'; }, 'server'],
]) {
    test(`${what}: resuming fails with a reason, leaves nothing open, and does not end the call`, async () => {
        const world = await reloaded('ana', 'bo');
        const { bo, clock, server } = world;
        await change(world);
        await clock.advance(1000);
        const [opened, log] = [bo.engine.workers.length, server.log.length];
        await assert.rejects(bo.calls.resume(7), { code });
        assert.deepEqual([bo.ends, bo.engine.workers.length, server.log.slice(log).filter((line) => line.includes('endCall'))], [[], opened, []]);
        // The next call is not affected by it.
        bo.serverFailures = {};
        await bo.calls.look();
    });
}

test('hanging up while the server admits a resumed call tells the server, and starts nothing', async () => {
    const world = await reloaded('ana', 'bo');
    const { ana, bo, clock, server } = world;
    server.after.joinCall.shut();
    const returning = assert.rejects(bo.calls.resume(7), { code: 'noCall' });
    await settle();
    await bo.calls.hangUp();
    server.after.joinCall.open();
    await returning;
    await clock.advance(1000);
    assert.deepEqual([ana.ends, await leftovers({ ...world, people: [ana] })], [['remoteHungUp'], []]);
});

test('a hang-up that could not be reported is sent once the server is back, and the call is not offered', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    bo.serverFailures.endCall = 'offline';
    await bo.calls.hangUp();
    assert.deepEqual(ana.ends, []);
    bo.serverFailures = {};
    bo.comesBack();
    await clock.advance(1000);
    assert.deepEqual([ana.ends, bo.told('running').filter(({ call }) => call !== null)], [['remoteHungUp'], []]);
});

// 000-12, 000-58
test('a call moves to the user’s other device once the one in it is away, and not before', async () => {
    const world = await makeWorld('ana', 'bo', 'boElsewhere');
    const { ana, bo, boElsewhere, clock, server } = world;
    await ana.calls.call([2], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    await clock.advance(1000);
    boElsewhere.comesBack();
    await settle();
    const { call } = boElsewhere.told('running').at(-1);
    assert.deepEqual([call.place, call.isHeld], ['elsewhere', true]);
    await assert.rejects(boElsewhere.calls.resume(7), { code: 'elsewhere' });
    server.calls.get(7).members.get(2).status = 'reconnecting';
    bo.isOnline = false;
    await boElsewhere.calls.look();
    assert.equal(boElsewhere.told('running').at(-1).call.isHeld, false);
    await boElsewhere.calls.resume(7);
    await clock.advance(12_000);
    // A further device of a person who was met on another one.
    assert.equal(ana.trust[2], 'held:newDevice');
    // The device in the call before has not said that it leaves: it may come back, and receive what is sent to this one.
    assert.equal(ana.offer[2], 'compare');
    ana.calls.running().keys.note({ note: 'letIn', identity: ana.shown(2) });
    await clock.advance(1000);
    assert.equal(ana.trust[2], 'held:newDevice');
    ana.calls.running().keys.note({ note: 'verified', identity: ana.shown(2) });
    await clock.advance(1000);
    assert.ok(await hears(ana, boElsewhere) && await hears(boElsewhere, ana));
    assert.ok(!ana.told('ended').length);
});

test('a participant who left a group call can rejoin while it goes on', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await bo.calls.hangUp();
    await clock.advance(1000);
    await bo.calls.resume(7);
    await clock.advance(12_000);
    for (const [one, other] of [[ana, bo], [bo, ana], [bo, cy], [cy, bo]]) assert.ok(await hears(one, other));
    for (const person of [ana, bo, cy]) await person.calls.hangUp().catch(() => {});
    await clock.advance(1000);
    assert.deepEqual(await leftovers(world), []);
});

test('a user in a call cannot resume another one', async () => {
    const world = await connected('ana', 'bo');
    await assert.rejects(world.bo.calls.resume(9), { code: 'alreadyInCall' });
});
