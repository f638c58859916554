import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { namesFeedOutside } from '../../../Web/calls/members/member.js';
import { InboundAudioMonitor } from '../../../Web/calls/recovery/inbound-audio-monitor.js';
import { patience } from '../../../Web/protocol/backoff.js';
import { RoomRecovery } from '../../../Web/calls/recovery/room-recovery.js';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, leftovers, makeWorld } from './doubles/world.mjs';

const vectors = JSON.parse(await readFile(new URL('../../Vectors/media-recovery.json', import.meta.url), 'utf8'));

for (const { name, steps } of vectors.transcripts) {
    test(`a lost media connection is recreated as the vectors state: ${name}`, () => {
        const recovery = new RoomRecovery(vectors.limit);
        for (const { lost, failed, random, restored, then } of steps) {
            if (restored !== undefined) {
                recovery.restored(restored);
                assert.equal(recovery.lostAt, null);
                continue;
            }
            const step = failed === undefined ? recovery.lost(lost) : recovery.failed(failed, random);
            assert.equal(step === undefined ? 'busy' : step, then);
        }
    });
}

test('an attempt may take 1.5 s, and each next one a quarter longer, up to 5 s', () => {
    assert.deepEqual([0, 1, 2, 5, 6, 50].map(patience), [1500, 1875, 2343.75, 4577.63671875, 5000, 5000]);
});

const { scenarios } = JSON.parse(await readFile(new URL('../../Vectors/inbound-audio.json', import.meta.url), 'utf8'));

test('the number of vectors of interrupted audio has not changed', () => { assert.equal(scenarios.length, 13); });

for (const { name, limit, steps } of scenarios) {
    test(`interrupted audio counts as a broken connection as the vectors state: ${name}`, () => {
        const monitor = new InboundAudioMonitor();
        for (const { forget, now, counts, isSilent } of steps) {
            if (forget) monitor.forget();
            else assert.equal(monitor.isSilent(new Map(Object.entries(counts)), now, limit), isSilent, `at ${now}`);
        }
    });
}

test('the first packet count of a connection is a baseline: counts continue over a new connection', () => {
    const monitor = new InboundAudioMonitor();
    assert.equal(monitor.isSilent(new Map([['a', 3]]), 0, 2000), false);
    assert.equal(monitor.isSilent(new Map([['a', 3]]), 60_000, 2000), false);
});

test('an unannounced feed of another participant counts as missed; own feeds and those from outside the call do not', () => {
    for (const { known, participants, isMissed } of vectors.feeds) assert.equal(namesFeedOutside(new Set(known), participants, 1), isMissed, JSON.stringify(participants));
});

const connections = (person) => person.told('connection').map(({ state }) => state);
const shown = (person) => person.told('reached').map(({ isOn }) => (isOn ? 'connected' : 'reconnecting'));
const open = (person) => person.engine.connections.filter(({ connectionState }) => connectionState !== 'closed').length;
const statuses = ({ server }, person) => server.updates.filter(({ userId, status }) => userId === person.user && status).map(({ status }) => status);

test('after a Janus restart a new session rejoins the room and receives everyone, and a muted participant stays muted', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, janus, clock } = world;
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    const replayed = bo.engine.worker.sending().passed.at(-1);
    await ana.calls.running().media.setMuted(true);
    janus.crash();
    await clock.advance(300);
    janus.comeBack();
    await clock.advance(1000);
    for (const person of [ana, bo]) {
        assert.deepEqual(connections(person), ['connecting', 'connected', 'reconnecting', 'connected']);
        assert.deepEqual(statuses(world, person), ['connected', 'reconnecting', 'connected']);
        assert.equal(open(person), 3);
        assert.equal(person.told('left').length, 0);
    }
    assert.ok(ana.engine.captured.filter(({ kind }) => kind === 'audio').every(({ enabled }) => !enabled));
    assert.equal(ana.engine.captured.length, 2, 'camera and microphone are not opened again');
    const receiving = ana.engine.worker.receiving(bo.address);
    receiving.put(replayed);
    await settle();
    assert.equal(receiving.passed.length, 0, 'what was opened once is opened nowhere again');
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    assert.equal(ana.told('firstSound').length, 2);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

for (const [step, isCaller] of [['connect', true], ['attach', true], ['create', true], ['join', true], ['publish', true], ['connect', false], ['join', false], ['publish', false]]) {
    test(`call setup completes despite a Janus restart (${step} of the ${isCaller ? 'caller' : 'callee'})`, async () => {
        const world = await makeWorld('ana', 'bo');
        const { ana, bo, janus, clock } = world;
        const gate = (isCaller ? ana : bo).janusGates[step];
        gate.shut();
        const calling = ana.calls.call([bo.user], { video: true });
        await settle();
        const answering = isCaller && !['join', 'publish'].includes(step) ? null : bo.calls.answer({ video: true });
        await settle();
        assert.ok(gate.isWaitedAt);
        janus.crash();
        gate.open();
        await clock.advance(250);
        janus.comeBack();
        await clock.advance(500);
        await calling;
        await (answering ?? bo.calls.answer({ video: true }));
        await clock.advance(1500);
        assert.ok(await hears(ana, bo) && await hears(bo, ana));
        const early = isCaller ? ana : bo;
        assert.ok(!connections(early).includes('reconnecting'), 'who sets a call up waits anyway');
        assert.equal(connections(early).at(-1), 'connected');
        await ana.calls.hangUp();
        assert.deepEqual([ana.ends, bo.ends], [['hungUp'], ['remoteHungUp']]);
        assert.deepEqual(await leftovers(world), []);
    });
}

test('a call being set up while Janus stays away fails with a reason, and leaves nothing open', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, janus, clock } = world;
    janus.crash();
    const calling = assert.rejects(ana.calls.call([2], { video: true }), (error) => error.code === 'room');
    await clock.advance(14_000);
    assert.deepEqual(ana.ends, []);
    await clock.advance(2000);
    await calling;
    assert.deepEqual(await leftovers(world), []);
});

test('hanging up while Janus is reconnected before the call ends it', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, janus, clock } = world;
    janus.crash();
    const calling = assert.rejects(ana.calls.call([2], { video: true }), { code: 'noCall' });
    await clock.advance(1000);
    await ana.calls.hangUp();
    await calling;
    assert.deepEqual(await leftovers(world), []);
});

test('a restarted Janus without its rooms is retried until they exist', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, janus, clock } = world;
    for (const person of [ana, bo]) person.janusFailures = { join: true };
    janus.crash();
    janus.comeBack();
    await clock.advance(3000);
    assert.equal(connections(ana).at(-1), 'reconnecting');
    for (const person of [ana, bo]) person.janusFailures = {};
    await clock.advance(1100);
    assert.equal(connections(ana).at(-1), 'connected');
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await bo.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a call that cannot reconnect in time ends with a reason, and the server is told', async () => {
    const world = await connected('ana', 'bo');
    const { ana, janus, clock, server } = world;
    janus.crash();
    janus.comeBack();
    ana.janusFailures = { connect: true };
    await clock.advance(58_500);
    assert.deepEqual(ana.ends, []);
    await clock.advance(2000);
    assert.deepEqual(ana.ends, ['connectionLost']);
    assert.ok(server.log.includes(`${ana.device} endCall 7`));
    assert.deepEqual(await leftovers(world), []);
});

test('hanging up during a reconnection ends the call', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, janus, clock } = world;
    janus.crash();
    janus.comeBack();
    ana.janusGates.connect.shut();
    await clock.advance(100);
    await ana.calls.hangUp();
    ana.janusGates.connect.open();
    await clock.advance(100);
    assert.deepEqual([ana.ends, bo.ends], [['hungUp'], ['remoteHungUp']]);
    assert.deepEqual(await leftovers(world), []);
});

test('closed sockets of a live Janus leave media untouched and are not reported', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, janus, clock } = world;
    const before = ana.engine.connections.length;
    janus.cut();
    await clock.advance(1000);
    assert.equal(ana.engine.connections.length, before);
    assert.deepEqual(connections(ana), ['connecting', 'connected']);
    assert.ok(await hears(ana, bo));
    await ana.calls.hangUp();
});

test('a feed that the room announced while the socket was lost is noticed from the server’s list', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, janus, clock, server } = world;
    server.feeds.set(bo.user, 9999);
    janus.cut();
    await clock.advance(1000);
    assert.deepEqual(connections(ana), ['connecting', 'connected', 'reconnecting', 'connected']);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

for (const [state, after] of [['failed', 0], ['disconnected', 1000]]) {
    test(`a sending connection that is ${state} gets a new session after ${after} ms, and the other side receives again`, async () => {
        const world = await connected('ana', 'bo');
        const { ana, bo, clock } = world;
        const sends = ana.engine.connections.find(({ senders }) => senders.length > 0);
        sends.becomes(state);
        assert.equal(connections(ana).at(-1), 'reconnecting');
        await clock.advance(Math.max(0, after - 1));
        if (after > 0) assert.equal(sends.connectionState, state, 'it may come back by itself');
        await clock.advance(after + 500);
        assert.deepEqual(connections(ana), ['connecting', 'connected', 'reconnecting', 'connected']);
        assert.deepEqual(connections(bo), ['connecting', 'connected']);
        assert.ok(await hears(ana, bo) && await hears(bo, ana));
        assert.deepEqual([open(ana), open(bo)], [3, 3]);
        await ana.calls.hangUp();
        assert.deepEqual(await leftovers(world), []);
    });
}

/** Janus reports whether a person's media arrive. */
function hearsOf({ janus }, person, type, receiving) {
    const handle = [...janus.connections].flatMap(({ handles }) => handles).find(({ display }) => display === `${person.user}:${person.name}`);
    handle.events.notify({ janus: 'media', data: null, jsep: null, message: { janus: 'media', type, receiving } });
}

test('the connection is recreated after Janus has received no audio for 1.5 s, but not for missing video', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    hearsOf(world, ana, 'video', false);
    hearsOf(world, bo, 'audio', false);
    await clock.advance(1499);
    assert.deepEqual(connections(bo), ['connecting', 'connected']);
    await clock.advance(500);
    assert.deepEqual(connections(ana), ['connecting', 'connected']);
    assert.deepEqual(connections(bo), ['connecting', 'connected', 'reconnecting', 'connected']);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('one second of silence in both directions is enough to recreate the connection', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    for (let frame = 0; frame < 3; frame += 1) {
        assert.ok(await hears(ana, bo));
        await clock.advance(600);
    }
    await clock.advance(500);
    hearsOf(world, ana, 'audio', false);
    assert.deepEqual(connections(ana), ['connecting', 'connected']);
    await clock.advance(500);
    assert.deepEqual(connections(ana), ['connecting', 'connected', 'reconnecting', 'connected']);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('audio that reaches Janus again within 1.5 s was only a pause', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    for (let pause = 0; pause < 3; pause += 1) {
        hearsOf(world, bo, 'audio', false);
        await clock.advance(1400);
        hearsOf(world, bo, 'audio', true);
        await clock.advance(1400);
    }
    assert.deepEqual(connections(bo), ['connecting', 'connected']);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

/** Bo's audio has arrived, and then stops; a request for a connection to Janus gets no answer. */
async function silent(world) {
    const { ana, bo, clock } = world;
    ana.janusGates.connect.shut();
    for (let frame = 0; frame < 3; frame += 1) {
        assert.ok(await hears(ana, bo));
        await clock.advance(600);
    }
    await clock.advance(3000);
    assert.equal(connections(ana).at(-1), 'reconnecting');
}

const publishers = ({ janus }, person) => [...janus.rooms.values()].flatMap((room) => [...room.values()]).filter(({ display }) => display === `${person.user}:${person.name}`).length;

test('audio that returns while another connection is being made keeps the first one, and nothing is published twice', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    const before = ana.engine.connections.length;
    await silent(world);
    for (let frame = 0; frame < 9; frame += 1) assert.ok(await hears(ana, bo));
    await clock.advance(200);
    assert.equal(connections(ana).at(-1), 'reconnecting', 'that may be a remnant of before');
    assert.ok(await hears(ana, bo));
    await clock.advance(200);
    assert.deepEqual(connections(ana), ['connecting', 'connected', 'reconnecting', 'connected']);
    // The attempt that was under way gets its answer now.
    ana.janusGates.connect.open();
    await clock.advance(1000);
    assert.deepEqual([ana.engine.connections.length, publishers(world, ana), world.janus.openSockets], [before, 1, 2]);
    assert.deepEqual(connections(ana), ['connecting', 'connected', 'reconnecting', 'connected']);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a sending connection that recovers before any audio arrives is kept', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    const sends = ana.engine.connections.find(({ senders }) => senders.length > 0);
    await silent(world);
    sends.becomes('disconnected');
    await clock.advance(5000);
    assert.equal(connections(ana).at(-1), 'reconnecting');
    sends.becomes('connected');
    assert.equal(connections(ana).at(-1), 'connected');
    ana.janusGates.connect.open();
    await clock.advance(1000);
    assert.deepEqual([sends.connectionState, publishers(world, ana)], ['connected', 1]);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a connection that failed for good during silence does not recover', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    const sends = ana.engine.connections.find(({ senders }) => senders.length > 0);
    await silent(world);
    sends.becomes('failed');
    for (let frame = 0; frame < 12; frame += 1) await hears(ana, bo);
    await clock.advance(400);
    assert.equal(connections(ana).at(-1), 'reconnecting');
    ana.janusGates.connect.open();
    await clock.advance(2000);
    assert.equal(connections(ana).at(-1), 'connected');
    assert.equal(sends.connectionState, 'closed');
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('an attempt without an answer makes room for the next after 1.5 s', async () => {
    const world = await connected('ana', 'bo');
    const { ana, janus, clock } = world;
    let clients = 0;
    const { makeClient } = janus;
    janus.makeClient = (person) => {
        clients += 1;
        return makeClient.call(janus, person);
    };
    await silent(world);
    // Detected at 2.5 to 3 s; then 1.5 s and a pause of 0.1 s at most, 1.9 s and one of 0.2 s.
    assert.equal(clients, 1);
    await clock.advance(1600);
    assert.equal(clients, 2);
    await clock.advance(2100);
    assert.equal(clients, 3);
    ana.janusGates.connect.open();
    await clock.advance(1000);
    assert.equal(connections(ana).at(-1), 'connected');
    assert.equal(janus.openSockets, 2, 'what was given up is closed');
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('silence is expected from participants who are reconnecting, and not once they are back', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    const says = async (status) => {
        ana.hears({ type: 'participant_updated', callId: 7, participantId: bo.user, status });
        await settle();
    };
    for (let frame = 0; frame < 3; frame += 1) {
        assert.ok(await hears(ana, bo));
        await clock.advance(600);
    }
    await says('reconnecting');
    await clock.advance(30_000);
    assert.deepEqual(connections(ana), ['connecting', 'connected']);
    await says('connected');
    for (let frame = 0; frame < 3; frame += 1) {
        assert.ok(await hears(ana, bo));
        await clock.advance(600);
    }
    await clock.advance(4000);
    assert.deepEqual(connections(ana), ['connecting', 'connected', 'reconnecting', 'connected']);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

// 003-19
test('after a change of network one second of silence is enough', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    for (let frame = 0; frame < 3; frame += 1) {
        assert.ok(await hears(ana, bo));
        await clock.advance(600);
    }
    ana.engine.networkChanges.notify(true);
    await clock.advance(1100);
    assert.deepEqual(connections(ana), ['connecting', 'connected', 'reconnecting', 'connected']);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('the signaling connection is checked when media breaks off and when it is back, and is urgent during a call', async () => {
    const world = await connected('ana', 'bo');
    const { ana, janus, clock } = world;
    assert.deepEqual([ana.checks, ana.isUrgent], [0, true]);
    janus.crash();
    janus.comeBack();
    await clock.advance(1000);
    assert.equal(ana.checks, 2);
    await ana.calls.hangUp();
    assert.equal(ana.isUrgent, false);
});

test('missing audio from all participants recreates the connection once', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    for (let frame = 0; frame < 3; frame += 1) {
        assert.ok(await hears(ana, bo));
        await clock.advance(600);
    }
    assert.deepEqual(connections(ana), ['connecting', 'connected']);
    await clock.advance(12_000);
    assert.deepEqual(connections(ana), ['connecting', 'connected', 'reconnecting', 'connected']);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a participant whose connection fails after it worked is received on another one', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    assert.ok(await hears(ana, bo));
    const before = ana.engine.connections.length;
    ana.engine.connections.find(({ senders }) => senders.length === 0).becomes('failed');
    await clock.advance(100);
    assert.equal(ana.engine.connections.length, before + 1);
    assert.deepEqual([open(ana), ana.told('notice').length], [3, 0]);
    assert.ok(await hears(ana, bo));
    await ana.calls.hangUp();
});

test('a participant whose connection never worked is given up with a notice', async () => {
    const world = await connected('ana', 'bo');
    const { ana, clock } = world;
    ana.engine.isReachable = false;
    ana.engine.connections.find(({ senders }) => senders.length === 0).becomes('failed');
    await clock.advance(100);
    ana.engine.connections.at(-1).becomes('failed');
    await clock.advance(100);
    // A picture has a connection of its own, about which nothing is known yet.
    assert.deepEqual([open(ana), ana.told('notice').length], [2, 1]);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a participant who was cut off sends a status once back, and the keys stay', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, clock } = world;
    for (const person of [ana, bo]) person.isOnline = false;
    const sent = [ana, bo].map((person) => person.sent.length);
    await clock.advance(5_000);
    for (const person of [ana, bo]) person.comesBack();
    await clock.advance(1_000);
    // Ana also says whom she has rung: those who joined meanwhile have not received that.
    for (const [index, person] of [ana, bo].entries()) assert.equal(person.sent.slice(sent[index]).find(({ kind }) => kind !== 'invite').kind, 'status');
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    assert.equal((await ana.calls.running().statistics()).keys, 1, 'it is the key that is known');
    await ana.calls.hangUp();
});

test('another participant who is reconnecting is shown as such', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    ana.hears({ type: 'participant_updated', callId: 7, participantId: bo.user, status: 'reconnecting' });
    await settle();
    assert.deepEqual(shown(ana), ['reconnecting']);
    ana.hears({ type: 'participant_updated', callId: 7, participantId: bo.user, status: 'connected' });
    await settle();
    assert.deepEqual(shown(ana), ['reconnecting', 'connected']);
    await ana.calls.hangUp();
});

test('a publisher announced before the answer to the join is received', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, janus } = world;
    janus.tellsEarly = true;
    await connect(world);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});
