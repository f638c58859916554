import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endLabels, refusalLabel } from '../../../Web/features/calls/call-labels.js';
import { factsOf } from '../../../Web/features/calls/people/people-labels.js';
import { newCall, reduceCall } from '../../../Web/features/calls/call-state.js';
import { said } from '../english.mjs';
import { Person } from './doubles/person.mjs';
import { settle } from './doubles/time.mjs';
import { connect, connected, leftovers, makeWorld } from './doubles/world.mjs';
import { record } from '../gallery/participants.js';

const soon = { kind: 'cannotTalkNow', minutes: 10 };

/** Ana calls Bo, whom she knows, and whose page rings. */
async function ringing(...others) {
    const world = await makeWorld('ana', 'bo', ...others);
    await world.ana.knows(world.bo);
    await world.ana.calls.call([2], { video: true });
    await settle();
    return world;
}

/** How each of Ana's calls ended, with the reply. */
const ends = ({ ana }) => ana.told('ended').map(({ reason, reply = null }) => [reason, reply?.minutes ?? null]);

test('a callee’s reply is sent before the decline, and the caller sees it at the end of the call', async () => {
    const world = await ringing();
    const { bo, server } = world;
    assert.ok(bo.told('incoming')[0].call.canReply);
    assert.equal(await bo.calls.decline(soon), true);
    await settle();
    assert.deepEqual(ends(world), [['declined', 10]]);
    const order = server.log.filter((line) => / reply | endCall /.test(line));
    assert.deepEqual(order, ['22 reply 7', '22 endCall 7']);
    // Nothing that the server received reveals the reply.
    const { kind, bodies } = bo.sent.at(-1);
    assert.deepEqual([kind, Object.keys(bodies)], ['reply', ['1_11']]);
    assert.deepEqual(await leftovers(world), []);
    // The next time there is no reply.
    await world.ana.calls.call([2], { video: true });
    await settle();
    assert.equal(await bo.calls.decline(), false);
    await settle();
    assert.deepEqual(ends(world), [['declined', 10], ['declined', null]]);
});

test('own words are sealed as the rest is, and the caller reads them', async () => {
    const world = await ringing();
    const { ana, bo, server } = world;
    const words = 'Bin im Zug, später';
    assert.equal(await bo.calls.decline({ ...soon, minutes: 30, words }), true);
    await settle();
    assert.deepEqual(ana.told('ended').map(({ reply }) => reply), [{ ...soon, minutes: 30, words }]);
    const sent = bo.sent.at(-1).bodies['1_11'];
    assert.ok(![sent, ...sent.split('~').map((part) => Buffer.from(part, 'base64url').toString()), JSON.stringify(server.log)].some((part) => part.includes('Zug')));
    assert.equal(said(refusalLabel('Bo', 'declined', { ...soon, minutes: 30, words })), 'Bo can’t talk now and will call back in 30 minutes. “Bin im Zug, später”');
});

for (const [what, change] of [
    ['the server makes one up', (signal) => ({ ...signal, body: 'AAAA~BBBB~~~CCCC' })],
    ['the server changes a letter', (signal) => ({ ...signal, body: signal.body.slice(0, -2) + (signal.body.endsWith('AA') ? 'BA' : 'AA') })],
    ['the server says that it is of another device', (signal) => ({ ...signal, senderDeviceId: 23 })],
    ['the server says that it is of another person', (signal) => ({ ...signal, senderId: 3, senderDeviceId: 33 })],
    ['the server keeps it back', () => null],
]) {
    test(`${what}: the caller sees only a decline`, async () => {
        const world = await ringing('boElsewhere', 'cy');
        const { ana, bo, server } = world;
        server.change = (signal) => (signal.kind === 'reply' ? change(signal) : signal);
        await bo.calls.decline(soon);
        await settle();
        assert.deepEqual(ends(world), [['declined', null]]);
        assert.equal(ana.devices.length, 0, 'nobody is a member by it');
    });
}

test('a reply counts in its own call alone, even if the server delivers it to another', async () => {
    const world = await ringing();
    const { bo, server } = world;
    let kept = null;
    server.change = (signal) => {
        if (signal.kind === 'reply') kept = signal;
        return signal;
    };
    await bo.calls.decline(soon);
    await settle();
    await world.ana.calls.call([2], { video: true });
    await settle();
    server.notify(11, { ...kept, callId: 8 });
    await bo.calls.decline();
    await settle();
    assert.deepEqual(ends(world), [['declined', 10], ['declined', null]]);
});

test('the reply of a person who was never met is shown, and pins no device', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo } = world;
    await ana.calls.call([2], { video: true });
    await settle();
    assert.equal(await bo.calls.decline(soon), true);
    await settle();
    assert.deepEqual(ends(world), [['declined', 10]]);
    assert.equal(await ana.session.pins.read(), null);
});

test('an unverified caller gets no reply', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    server.change = (signal) => (signal.type === 'call_invitation' ? { ...signal, e2ee: undefined } : signal);
    await ana.calls.call([2], { video: true });
    await settle();
    assert.equal(bo.told('incoming')[0].call.canReply, false);
    assert.equal(await bo.calls.decline(soon), false);
    await settle();
    assert.deepEqual(ends(world), [['declined', null]]);
    assert.ok(!server.log.some((line) => line.includes('reply')));
});

test('a call is declined even if the server does not confirm the reply', async () => {
    const world = await ringing();
    const { bo } = world;
    bo.session.signaling.send = async () => { throw new Error('notConnected'); };
    assert.equal(await bo.calls.decline(soon), false);
    await settle();
    assert.deepEqual(ends(world), [['declined', null]]);
});

test('in a group a reply is shown in the participant list and a notice, until its sender is rung again', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo } = world;
    const cy = await new Person(world, 3, 33).begin();
    await ana.knows(cy);
    await connect(world);
    await ana.calls.running().entry.inviteMore([3]);
    await settle();
    await cy.calls.decline(soon);
    await settle();
    const standing = (person) => person.member(3);
    assert.deepEqual([standing(ana).status, standing(ana).reply], ['declined', soon]);
    assert.deepEqual(ana.told('refused').map(({ userId, reply }) => [userId, reply]), [[3, soon]]);
    // Only the caller got it.
    assert.deepEqual([standing(bo).status, standing(bo).reply], ['declined', null]);
    assert.deepEqual(bo.told('refused').map(({ reply }) => reply), [undefined]);
    await ana.calls.running().entry.inviteMore([3]);
    await settle();
    assert.equal(standing(ana).reply, null);
    assert.equal(await cy.calls.decline(soon), false, 'one thing in each call');
    await settle();
    assert.deepEqual([standing(ana).status, standing(ana).reply], ['declined', null]);
});

test('a second call can be declined with a reply too', async () => {
    const world = await connected('ana', 'bo');
    const { bo, server } = world;
    const cy = await new Person(world, 3, 33).begin();
    await cy.knows(bo);
    await cy.calls.call([2], { video: false });
    await settle();
    assert.equal(bo.told('waiting').at(-1).call.canReply, true);
    assert.equal(await bo.calls.declineWaiting(soon), true);
    await settle();
    assert.deepEqual(cy.told('ended').map(({ reason, reply }) => [reason, reply]), [['declined', soon]]);
    assert.deepEqual(server.log.filter((line) => / reply | endCall 8/.test(line)), ['22 reply 8', '22 endCall 8']);
});

test('a reply is shown in place of “declined”: on the end screen, in a group, and in the list', () => {
    const called = newCall({ phase: 'outgoing', peer: { userId: 2, name: 'Bo' }, isVideo: false, isOutgoing: true });
    const end = (reply) => endLabels(reduceCall(called, { type: 'ended', callId: 7, reason: 'declined', problem: null, statistics: null, ...(reply ? { reply } : {}) }, 5));
    const sentences = [
        [null, 'Bo declined the call.', 'Bo declined.', 'declined'],
        [soon, 'Bo can’t talk now and will call back in 10 minutes.', 'Bo can’t talk now and will call back in 10 minutes.', 'will call back in 10 minutes'],
        [{ ...soon, minutes: 1 }, 'Bo can’t talk now and will call back in 1 minute.', 'Bo can’t talk now and will call back in 1 minute.', 'will call back in 1 minute'],
        [{ ...soon, minutes: 0 }, 'Bo can’t talk now.', 'Bo can’t talk now.', 'can’t talk now'],
    ];
    for (const [reply, sentence, refusal, fact] of sentences) {
        assert.equal(said(end(reply).sentence), sentence);
        assert.equal(said(refusalLabel('Bo', 'declined', reply ?? undefined)), refusal);
        assert.deepEqual(factsOf(record({ userId: 2, name: 'Bo', status: 'declined', reply }), { isSharing: false, hand: [] }).map(said), [fact]);
    }
    assert.equal(said(refusalLabel('Bo', 'noAnswer', soon)), 'Bo didn’t answer.');
});
