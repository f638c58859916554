import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asItComes, changedPlayback, percentOf } from '../../../Web/calls/members/member.js';
import { settle } from './doubles/time.mjs';
import { connected, makeWorld } from './doubles/world.mjs';

/** Everyone's status at a person's device, as last reported. */
const stand = (person) => Object.fromEntries(person.members.map(({ userId, status }) => [userId, status]));
/** Bo is in the call, Cy rings. */
async function ringing() {
    const world = await makeWorld('ana', 'bo', 'cy');
    await world.ana.calls.call([2, 3], { video: true });
    await settle();
    await world.bo.calls.answer({ video: true });
    await world.clock.advance(1000);
    return world;
}
/** Holds back signals of this kind from a device, to deliver them later. */
function withhold(server, device, kind) {
    const late = [];
    server.change = (signal, to) => {
        if (to !== device || signal.type !== kind) return signal;
        late.push(signal);
        return null;
    };
    return { late, deliver: () => { server.change = (signal) => signal; for (const signal of late) server.notify(device, signal); } };
}
/** Makes the list be requested again. */
const refresh = (server, device) => server.notify(device, { type: 'participant_joined', callId: 7, participantId: 1, participantDeviceId: 11, participantName: 'User 1' });

test('a callee who answers before the caller joins does not announce the others, who are ringing already', async () => {
    const { ana, bo, server, clock } = await makeWorld('ana', 'bo', 'cy');
    server.after.joinCall.shut();
    await ana.calls.call([2, 3], { video: true });
    await settle();
    void bo.calls.answer({ video: true });
    await clock.advance(1000);
    assert.deepEqual([stand(ana)[2], stand(ana)[3], ana.told('rings').length], ['joined', 'ringing', 0]);
    server.after.joinCall.open();
});

// 000-50
test('every participant learns who is in the call, who rings and who declined, at each change', async () => {
    const { ana, bo, cy, clock } = await ringing();
    for (const person of [ana, bo]) assert.deepEqual(stand(person), { 1: 'joined', 2: 'joined', 3: 'ringing' });
    assert.deepEqual(bo.members.map(({ isSelf, isHost }) => [isSelf, isHost]), [[true, false], [false, true], [false, false]]);
    await cy.calls.decline();
    await settle();
    for (const person of [ana, bo]) {
        assert.equal(stand(person)[3], 'declined');
        assert.deepEqual(person.told('refused').map(({ userId, name, status }) => [userId, name, status]), [[3, 'User 3', 'declined']]);
    }
    await ana.calls.running().entry.inviteMore([3]);
    await settle();
    assert.deepEqual([stand(ana)[3], stand(bo)[3]], ['ringing', 'ringing']);
    assert.deepEqual([ana, bo].map((person) => person.told('rings').length), [1, 1]);
    await cy.calls.answer({ video: true });
    await clock.advance(1000);
    assert.equal(stand(bo)[3], 'joined');
    await cy.calls.hangUp();
    await settle();
    assert.deepEqual([stand(ana)[3], stand(bo)[3]], ['left', 'left']);
    const told = bo.lists.map((members) => JSON.stringify(members));
    assert.ok(told.every((list, index) => index === 0 || list !== told[index - 1]), 'no list twice');
});

test('a callee removed while ringing is reported once, even if the list arrives before the signal', async () => {
    const { ana, bo, server } = await ringing();
    const { late, deliver } = withhold(server, 22, 'participant_rejected');
    await ana.calls.running().sync.remove(3);
    await settle();
    assert.deepEqual([late.length, bo.told('refused').length], [1, 0]);
    refresh(server, 22);
    await settle();
    assert.deepEqual(bo.told('refused').map(({ userId, status }) => [userId, status]), [[3, 'removed']]);
    deliver();
    await settle();
    assert.equal(bo.told('refused').length, 1);
});

test('an invited person is reported once, even if the list arrives before the signal', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, server } = world;
    await cy.calls.hangUp();
    await settle();
    const { late, deliver } = withhold(server, 22, 'participant_invited');
    await ana.calls.running().entry.inviteMore([3]);
    await settle();
    assert.deepEqual([late.length, bo.told('rings').length], [1, 0]);
    refresh(server, 22);
    await settle();
    assert.equal(bo.told('rings').length, 1);
    deliver();
    await settle();
    assert.equal(bo.told('rings').length, 1);
});

test('a list that was requested before an invitation does not undo it', async () => {
    const { ana, bo, cy, server } = await connected('ana', 'bo', 'cy');
    await cy.calls.hangUp();
    await settle();
    server.after.participants.shut();
    refresh(server, 22);
    await settle();
    const asked = server.log.filter((line) => line.startsWith('22 participants')).length;
    server.notify(22, { type: 'participant_invited', callId: 7, participantId: 3, participantName: 'User 3' });
    await settle();
    server.calls.get(7).members.set(3, { device: 0, status: 'inviting' });
    server.after.participants.open();
    await settle();
    assert.ok(server.log.filter((line) => line.startsWith('22 participants')).length > asked, 'asked again');
    assert.equal(stand(bo)[3], 'ringing');
    assert.ok(ana);
});

const heard = [
    ['nothing', [], 100], ['a volume', [{ volume: 130 }], 130], ['a half', [{ volume: 49.6 }], 50],
    ['too much', [{ volume: 1e9 }], 200], ['too little', [{ volume: -1 }], 0], ['no number', [{ volume: NaN }], 100],
    ['not to be heard', [{ volume: 130 }, { isHeard: false }], 0],
    ['to be heard again', [{ volume: 130 }, { isHeard: false }, { isHeard: true }], 130],
];
for (const [what, wishes, percent] of heard) {
    test(`a participant’s playback volume: ${what}`, () => assert.equal(percentOf(wishes.reduce(changedPlayback, asItComes)), percent));
}

// 000-51
test('a participant’s volume is set for this device alone, and outlives their leaving', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, clock } = world;
    const audio = (userId) => ana.events.findLast((event) => event.type === 'media' && event.userId === userId && event.stream).stream.getAudioTracks();
    const [source] = audio(2);
    const streams = ana.told('media').length;
    ana.calls.running().subscriptions.hear(2, { volume: 150 });
    const [{ played }] = ana.engine.amplifiers;
    assert.deepEqual([played.map((one) => one.percent), audio(2).length, audio(2)[0] === played[0].track], [[150], 1, true]);
    ana.calls.running().subscriptions.hear(2, { isHeard: false });
    ana.calls.running().subscriptions.hear(2, { volume: 60 });
    assert.equal(played[0].percent, 0);
    ana.calls.running().subscriptions.hear(2, { isHeard: true });
    assert.equal(played[0].percent, 60);
    assert.equal(ana.told('media').length, streams, 'the stream stays the same one');
    assert.deepEqual(ana.members.map(({ userId, volume, isHeard }) => [userId, volume, isHeard]), [[1, 100, true], [2, 60, true], [3, 100, true]]);
    assert.deepEqual([bo.engine.amplifiers.length, world.cy.engine.amplifiers.length], [0, 0]);
    assert.ok(source);
    await bo.calls.hangUp();
    await settle();
    assert.ok(played[0].isClosed);
    await ana.calls.running().entry.inviteMore([2]);
    await settle();
    await bo.calls.answer({ video: true });
    await clock.advance(2000);
    assert.deepEqual(played.map(({ percent, isClosed }) => [percent, isClosed]), [[60, true], [60, false]]);
    await ana.calls.hangUp();
    assert.ok(ana.engine.isQuiet);
});

test('the volume of oneself, or of a person outside the call, cannot be set', async () => {
    const { ana } = await ringing();
    for (const user of [1, 3, 4]) assert.throws(() => ana.calls.running().subscriptions.hear(user, { volume: 50 }), { code: 'notInCall' });
    assert.equal(ana.engine.amplifiers.length, 0);
    await ana.calls.hangUp();
    assert.throws(() => ana.calls.running().subscriptions.hear(2, { volume: 50 }), { code: 'noCall' });
});

test('asking to mute, or removing, a person outside the call is an error', async () => {
    const { ana } = await ringing();
    await assert.rejects(ana.calls.running().sync.askToMute(4), { code: 'notInCall' });
    await assert.rejects(ana.calls.running().sync.remove(1), { code: 'notInCall' });
});
