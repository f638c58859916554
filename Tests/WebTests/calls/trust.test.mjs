import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutTexts } from '../../../Web/calls/keys/cut-texts.js';
import { judgeInvitation } from '../../../Web/calls/entry/invitation-check.js';
import { makeSigningKeyPair } from '../../../Web/keys/signing/signing-keys.js';
import { nextEntryNumber } from '../../../Web/session/entry-sequence.js';
import { memory } from './doubles/person.mjs';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, makeWorld } from './doubles/world.mjs';
import { refuses } from '../english.mjs';

/** The invitation that Bo gets when Ana calls him. */
async function invitation(world) {
    let seen = null;
    world.server.change = (signal) => {
        if (signal.type === 'call_invitation') seen = signal;
        return signal;
    };
    await world.ana.calls.call([2], { video: true });
    await settle();
    return seen;
}

const judge = (signal, change = {}) => judgeInvitation(signal, { ownUser: 2, pins: null, rung: {}, now: 1_700_000_001_000, ...change });

test('an invitation rings under a name when that person’s device signed it for this callee and room, once, for 90 s', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    const signal = await invitation(world);
    const { seq, ...rings } = await judge(signal);
    const { sign } = (await world.ana.session.identity.registered()).identity;
    assert.deepEqual(rings, { type: 'rings', caller: '1_11' });
    const cases = [
        ['isOld', {}, { now: 1_700_000_001_000 + 90_001 }], ['rings', {}, { now: 1_700_000_001_000 + 90_000 }], ['rings', {}, { now: 1 }],
        ['rangBefore', {}, { rung: { '1_11': seq } }], ['rings', {}, { rung: { '1_11': seq - 1 } }],
        ['ringsUnverified', {}, { ownUser: 3 }], ['ringsUnverified', { roomId: signal.roomId + 1 }, {}], ['ringsUnverified', { callerDeviceId: 12 }, {}],
        ['ringsUnverified', { e2ee: undefined }, {}], ['ringsUnverified', { e2ee: { ...signal.e2ee, invite: signal.e2ee.join } }, {}],
        ['ringsNewDevice', {}, { pins: { pins: { '1_11': { sign: 'other', serial: 1, basis: 'firstUse' } }, unseen: {} } }],
        ['ringsNewDevice', {}, { pins: { pins: { '1_12': { sign: 'other', serial: 1, basis: 'firstUse' } }, unseen: {} } }],
        ['ringsUnverified', {}, { pins: { pins: {}, unseen: {}, refused: { 1: [sign] } } }],
        ['ringsUnverified', {}, { pins: { pins: { '1_11': { sign, serial: 1, basis: 'firstUse', revokedBy: ['other'] } }, unseen: {} } }],
    ];
    for (const [type, change, known] of cases) assert.equal((await judge({ ...signal, ...change }, known)).type, type, JSON.stringify([change, known]).slice(0, 90));
    await world.ana.calls.hangUp();
});

test('a repeated invitation rings once, also in a reloaded page', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    const signal = await invitation(world);
    await ana.calls.hangUp();
    await settle();
    assert.equal(bo.told('incoming').length, 1);
    server.notify(22, { ...signal, callId: 50 });
    await settle();
    assert.equal(bo.told('incoming').length, 1);
});

test('a device clock that is hours off does not keep a call from ringing while the server’s is right', async () => {
    const world = await makeWorld('ana', 'bo');
    const { bo, server } = world;
    const signal = await invitation(world);
    await bo.calls.decline();
    bo.database.remove('rungInvites');
    const { clock } = bo.platform;
    bo.platform.clock = { ...clock, now: () => clock.now(), after: (...given) => clock.after(...given), date: () => clock.date() + 7_200_000 };
    server.notify(22, { ...signal, callId: 50 });
    await settle();
    assert.deepEqual(bo.told('incoming').map(({ call }) => call.id), [7, 50]);
});

test('people are new in their first call, and known in the next', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    assert.deepEqual([ana.trust, bo.trust], [{ 2: 'new' }, { 1: 'new' }]);
    await ana.calls.hangUp();
    await settle();
    await connect(world);
    assert.deepEqual([ana.trust, bo.trust], [{ 2: 'known' }, { 1: 'known' }]);
});

test('a call is counted once for each device heard in it, under the first one’s name, and the device’s self-description is shown', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    for (const person of [ana, bo]) await person.session.people.load();
    const device = () => { const { key, since, at, ...rest } = ana.session.people.current.people[2].devices['2_22']; return [key.length, since === at && Number.isSafeInteger(since), rest]; };
    await settle();
    const [first, call] = [ana.devices.at(-1), ana.told('members').at(-1).callId];
    assert.equal(first.says, 'Browser of User 2');
    assert.deepEqual([device(), ana.session.people.nameOf(2, '')], [[22, true, { how: 'met', calls: 1, last: call }], 'User 2']);
    await ana.calls.hangUp();
    await settle();
    bo.name = 'Ana';
    await connect(world);
    const second = ana.told('members').at(-1).callId;
    assert.notEqual(second, call);
    assert.deepEqual([device(), ana.session.people.nameOf(2, 'Ana')], [[22, true, { how: 'met', calls: 2, last: second }], 'User 2']);
    assert.deepEqual([...new Set(ana.records(2).map(({ name }) => name))], ['User 2']);
    await ana.calls.hangUp();
});

test('a participant with a changed key is held, and neither hears the other until it is confirmed', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    await ana.calls.hangUp();
    await settle();
    // Bo's browser has lost its storage.
    await bo.database.clear();
    await bo.session.identity.registered();
    await connect(world);
    assert.equal(ana.trust[2], 'held:changedKey');
    assert.ok(!await hears(bo, ana) && !await hears(ana, bo));
    ana.calls.running().keys.note({ note: 'letIn', identity: { ...ana.shown(2), address: '2_23' } });
    await clock.advance(1000);
    assert.equal(ana.trust[2], 'held:changedKey', 'of another device');
    assert.equal(ana.offer[2], 'itsThem');
    ana.calls.running().keys.note({ note: 'letIn', identity: ana.shown(2) });
    await clock.advance(1000);
    assert.equal(ana.trust[2], 'known');
    assert.ok(await hears(bo, ana) && await hears(ana, bo));
});

test('letting in a device covers everything it is held for at once', async () => {
    const world = await makeWorld('ana', 'bo', 'boElsewhere');
    const { ana, bo, boElsewhere, clock } = world;
    for (const one of [bo, boElsewhere]) await ana.knows(one);
    const { pins, unseen } = await ana.session.pins.read();
    pins[bo.address].revokedBy = [pins[boElsewhere.address].sign];
    pins[boElsewhere.address].basis = 'verified';
    await ana.database.put('devicePins', { pins, unseen });
    await connect({ ...world, people: [ana, bo] });
    assert.deepEqual([ana.trust[2], ana.offer[2]], ['held:revoked', 'anyway']);
    ana.calls.running().keys.note({ note: 'letIn', identity: ana.shown(2) });
    await clock.advance(1000);
    assert.equal(ana.trust[2], 'known');
    assert.ok(await hears(bo, ana) && await hears(ana, bo));
    const known = (await ana.session.pins.read()).pins;
    assert.deepEqual([bo, boElsewhere].map(({ address }) => known[address].basis), ['confirmed', 'confirmed']);
    await ana.calls.hangUp();
});

test('a participant who is not let in is told so after 10 s, and again as soon as they are', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    const keptOut = (person) => person.devices.map(({ keepsOut }) => keepsOut);
    await clock.advance(30_000);
    assert.ok(![...keptOut(ana), ...keptOut(bo)].includes(true), 'of those who hear each other');
    await ana.calls.hangUp();
    await settle();
    // Bo's browser has lost its storage.
    await bo.database.clear();
    await bo.session.identity.registered();
    await connect(world);
    await clock.advance(8900);
    assert.ok(!keptOut(bo).includes(true));
    await clock.advance(200);
    assert.equal(keptOut(bo).at(-1), true);
    assert.ok(!keptOut(ana).includes(true), 'who holds somebody knows');
    const told = keptOut(bo).length;
    await clock.advance(30_000);
    assert.equal(keptOut(bo).length, told, 'said once');
    ana.calls.running().keys.note({ note: 'letIn', identity: ana.shown(2) });
    await clock.advance(1000);
    assert.equal(keptOut(bo).at(-1), false);
    assert.ok(await hears(bo, ana) && await hears(ana, bo));
    await ana.calls.hangUp();
});

test('a participant who is away, or unheard since this device joined, is not said to keep it out', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    await ana.calls.hangUp();
    await settle();
    await bo.database.clear();
    await bo.session.identity.registered();
    await connect(world);
    bo.isOnline = false;
    await clock.advance(10_000);
    assert.ok(!bo.devices.some(({ keepsOut }) => keepsOut));
    bo.isOnline = true;
    await clock.advance(10_000);
    assert.equal(bo.devices.at(-1).keepsOut, true);
    await ana.calls.hangUp();
});

test('a comparison during a call takes effect at once, written by the call’s worker', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    const { identity } = await bo.session.identity.registered();
    const { pins } = ana.session;
    const verified = pins.note({ note: 'verified', identity });
    await clock.advance(10);
    assert.deepEqual([await verified, ana.trust[2], (await pins.read()).pins['2_22'].basis], [true, 'verified', 'verified']);
    assert.ok(await hears(bo, ana) && await hears(ana, bo));
    assert.equal(await pins.note({ note: 'verified', identity }), true, 'twice is once');
    const taken = pins.note({ note: 'unverified', identity });
    await clock.advance(10);
    assert.deepEqual([await taken, ana.trust[2], (await pins.read()).pins['2_22'].basis], [true, 'known', 'confirmed']);
    await ana.calls.hangUp();
});

test('a participant whose key differs from the compared one is held from then on', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    const { identity: { address, serial } } = await bo.session.identity.registered();
    const { sign } = await makeSigningKeyPair();
    const verified = ana.session.pins.note({ note: 'verified', identity: { address, serial, sign } });
    await clock.advance(1000);
    assert.deepEqual([await verified, ana.trust[2]], [true, 'held:changedKey']);
    assert.ok(!await hears(bo, ana) && !await hears(ana, bo));
    assert.equal((await ana.session.pins.read()).pins[address].sign, sign);
});

test('a comparison made as the call ends is not lost', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    const { identity } = await bo.session.identity.registered();
    const [verified] = [ana.session.pins.note({ note: 'verified', identity }), ana.calls.hangUp()];
    await settle();
    assert.deepEqual([await verified, (await ana.session.pins.read()).pins['2_22'].basis], [true, 'verified']);
});

test('whether the other devices are post-quantum is reported with their trust', async () => {
    const { ana, bo } = await connected('ana', 'bo');
    const [{ isPostQuantum }] = ana.told('entry');
    const [told] = ana.devices;
    assert.deepEqual([told.deviceId, told.isPostQuantum], [22, isPostQuantum && bo.told('entry')[0].isPostQuantum]);
});

// 000-32
test('a callee whose app has no identity is not rung, and the caller is told why', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    bo.identity = null;
    await assert.rejects(ana.calls.call([2], { video: true }), refuses('encryption', /their app is too old/));
    assert.ok(!server.log.includes('11 startCall'));
});

test('a participant without a join is reported as unheard after 12 s', async () => {
    const world = await connected('ana', 'bo');
    const { ana, clock, server } = world;
    server.calls.get(7).members.set(4, { device: 44, status: 'connected' });
    ana.hears({ type: 'participant_joined', callId: 7, participantId: 4, participantDeviceId: 44, participantName: 'Di' });
    await clock.advance(11_999);
    assert.deepEqual(ana.told('notice'), []);
    await clock.advance(1);
    assert.match(ana.told('notice')[0].text, /^You and Di can’t hear each other/);
});

test('a participant who once sent a join is not reported as unheard, even when away at the timeout', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    await connect(world);
    bo.calls.pageCloses();
    await clock.advance(12_000);
    assert.deepEqual(ana.told('notice'), []);
    await ana.calls.hangUp();
});

test('a participant who is away at the timeout gets a new timeout once back', async () => {
    const world = await connected('ana', 'bo');
    const { ana, clock, server } = world;
    const says = (status) => {
        server.calls.get(7).members.set(4, { device: 44, status });
        ana.hears({ type: 'participant_updated', callId: 7, participantId: 4, status });
    };
    says('connected');
    ana.hears({ type: 'participant_joined', callId: 7, participantId: 4, participantDeviceId: 44, participantName: 'Di' });
    await clock.advance(6000);
    says('reconnecting');
    await clock.advance(6000);
    assert.deepEqual(ana.told('notice'), []);
    says('connected');
    await clock.advance(12_000);
    assert.match(ana.told('notice')[0].text, /^You and Di can’t hear each other/);
    await ana.calls.hangUp();
});

test('a closing page sends a leave', async () => {
    const { ana, bo } = await connected('ana', 'bo');
    bo.calls.pageCloses();
    assert.equal(bo.sent.at(-1).kind, 'leave');
    await settle();
    assert.ok(!await hears(bo, ana));
});

test('a closing page sends a leave even if its sockets are closed already', async () => {
    const { ana, bo } = await connected('ana', 'bo');
    bo.isOnline = false;
    const before = bo.sent.length;
    bo.calls.pageCloses();
    assert.equal(bo.sent.length, before);
    await settle();
    assert.ok(!await hears(bo, ana));
    // Twice counts as once.
    bo.calls.pageCloses();
    await settle();
    assert.deepEqual(ana.ends, []);
});

test('the access token is renewed every ten minutes of a call, so that its end can be sent', async () => {
    const { ana, bo, clock } = await connected('ana', 'bo');
    await clock.advance(1_260_000);
    assert.equal(ana.renewals, 2);
    await bo.calls.hangUp();
    await settle();
    await clock.advance(1_260_000);
    assert.equal(ana.renewals, 2);
});

test('a device has one identity, registered once; a new key or address makes another', async () => {
    const world = await makeWorld('ana');
    const { ana } = world;
    const first = ana.identity;
    ana.identity = null;
    await ana.session.identity.registered();
    assert.equal(ana.identity, null, 'the server has it');
    await ana.database.put('identityKey', 'another');
    const { identity } = await ana.session.identity.registered();
    assert.notEqual(ana.identity, first);
    assert.deepEqual([identity.serial, identity.address], [2, '1_11']);
    assert.equal((await ana.database.get('signingKey')).privateKey.extractable, false);
});

test('the numbers of joins and invites only rise, whatever the clock says', async () => {
    const database = memory();
    const numbers = [];
    for (const now of [1000.7, 1000, 10, 5000]) numbers.push(await nextEntryNumber(database, now));
    assert.deepEqual(numbers, [1000, 1001, 1002, 5000]);
});

test('texts for many recipients are split into signals of 64 kB and 100 addressees', () => {
    const texts = (count, size) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index + 1}_1`, 'x'.repeat(size)]));
    for (const [count, size, parts] of [[0, 1, 0], [2, 100, 1], [100, 100, 1], [101, 100, 2], [50, 2000, 2], [20, 4000, 2]]) {
        const cut = cutTexts(texts(count, size));
        assert.equal(cut.length, parts);
        assert.deepEqual(Object.assign({}, ...cut), texts(count, size));
        for (const bodies of cut) assert.ok(JSON.stringify({ type: 'e2ee', callId: 2 ** 53 - 1, kind: 'status', bodies }).length <= 64 * 1024);
    }
});
