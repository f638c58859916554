import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endLabels } from '../../../Web/features/calls/call-labels.js';
import { said } from '../english.mjs';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

/** The last end, as shown to a person. */
const end = (person) => {
    const { reason, problem } = person.events.findLast(({ type }) => type === 'ended');
    const { title, sentence } = endLabels({ reason, problem, peer: { userId: 9, name: 'Dia' }, isOutgoing: false, isReturn: false, startedAt: 1 });
    return `${said(title)}. ${said(sentence)}`;
};

test('a participant who is asked to mute learns by whom, and is not muted', async () => {
    const { ana, bo, cy } = await connected('ana', 'bo', 'cy');
    await ana.calls.running().sync.askToMute(2);
    await settle();
    assert.deepEqual(bo.told('muteRequested'), [{ type: 'muteRequested', callId: 7, userId: 1, name: 'User 1' }]);
    assert.deepEqual([ana, cy].flatMap((person) => person.told('muteRequested')), []);
    assert.ok(bo.engine.isQuiet === false && await hears(ana, bo));
    assert.equal(bo.told('localMedia').at(-1).isMuted, false);
});

test('a removed participant learns by whom and cannot decrypt what is sealed half a second later; the others are told and go on', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    // The worker survives, with everything that it was given.
    const removed = cy.engine.worker;
    removed.close = () => {};
    const ear = removed.receiving(ana.address);
    await ana.calls.running().sync.remove(3);
    await settle();
    assert.deepEqual(cy.ends, ['removed']);
    assert.equal(end(cy), 'Removed from the call. User 1 removed you from the call.');
    // The server knows: no end is reported, and the signal that follows changes nothing.
    assert.ok(!world.server.log.some((line) => line.startsWith('33 endCall')));
    for (const person of [ana, bo]) {
        assert.deepEqual(person.told('left').map(({ userId, isRemoved }) => [userId, isRemoved]), [[3, true]]);
    }
    await clock.advance(500);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    const sealed = ana.engine.worker.sending().passed.at(-1);
    const before = ear.passed.length;
    ear.put(sealed);
    await clock.advance(400);
    assert.equal(ear.passed.length, before);
    await assert.rejects(cy.calls.resume(7), ({ text }) => /^You were removed from this call\./.test(said(text)));
    await ana.calls.hangUp();
});

test('a removed participant can rejoin once another participant invites them', async () => {
    const world = await connected('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await ana.calls.running().sync.remove(3);
    await clock.advance(1000);
    assert.deepEqual(await bo.calls.running().entry.inviteMore([3]), [3]);
    await settle();
    await cy.calls.answer({ video: true });
    await clock.advance(2000);
    for (const [receiver, sender] of [[ana, cy], [cy, ana], [bo, cy], [cy, bo], [ana, bo]]) assert.ok(await hears(receiver, sender));
    // A person whom someone in the call has invited is not held.
    for (const person of [ana, bo]) assert.ok(!person.trust[3].startsWith('held'), person.trust[3]);
});

test('a callee who is removed while ringing stops ringing', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { ana, bo, cy, clock } = world;
    await ana.calls.call([2, 3], { video: true });
    await settle();
    await bo.calls.answer({ video: true });
    await clock.advance(1000);
    await ana.calls.running().sync.remove(3);
    await settle();
    assert.equal(cy.ends.length, 1);
    assert.ok(!cy.ends.includes('removed'));
    assert.deepEqual(bo.told('refused').map(({ userId, status }) => [userId, status]), [[3, 'removed']]);
    await ana.calls.hangUp();
    await bo.calls.hangUp().catch(() => {});
    assert.deepEqual(await leftovers(world), []);
});

test('only the host can ask to mute or remove, and only in a call', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const { bo } = world;
    assert.throws(() => bo.calls.running(), { code: 'noCall' });
    await connect(world);
    for (const work of [() => bo.calls.running().sync.askToMute(3), () => bo.calls.running().sync.remove(3)]) await assert.rejects(work, { code: 'server' });
    await assert.rejects(bo.calls.running().entry.inviteMore([3]), { code: 'alreadyInCall' });
    await settle();
    assert.deepEqual([world.cy.told('muteRequested'), world.cy.ends], [[], []]);
});

test('a mute request or removal of another call is ignored', async () => {
    const { cy, server } = await connected('ana', 'bo', 'cy');
    for (const type of ['mute_requested', 'removed_from_call']) server.notify(33, { type, callId: 8, userId: 1 });
    await settle();
    assert.deepEqual([cy.told('muteRequested'), cy.ends], [[], []]);
});
