import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallWorker } from '../../../Web/media/call-worker.js';
import { clockWithSleep } from '../../../Web/media/clock-with-sleep.js';
import { FrameWorker } from '../../../Web/media/frame-worker.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';
import { TransformDouble } from '../calls/doubles/worker.mjs';
import { frames } from './doubles.mjs';
import { makeWorkers, through } from './worker-pair.mjs';

test('without a call no frame passes in either direction, not even later', async () => {
    const worker = new FrameWorker(() => {}, new ClockDouble());
    for (const options of [{ direction: 'send', track: 'audio', codec: 'opus' }, { direction: 'receive', feed: 1, sender: '1_11', track: 'audio', codec: 'opus' }]) {
        const transform = new TransformDouble(options);
        void worker.transform(transform);
        worker.receive({ type: 'begin', callId: 7, pins: null, isFounder: true });
        assert.deepEqual(await through(transform, frames.opus), []);
    }
});

test('a failed entry is reported as no entry', async () => {
    const said = [];
    const worker = new FrameWorker((message) => said.push(message), new ClockDouble());
    worker.receive({ type: 'prepare', id: 4, room: 1, seq: 1, vouch: '', identity: 'none', signing: null, rsa: null });
    await settle();
    assert.deepEqual(said, [{ type: 'prepared', id: 4, texts: null }]);
});

// 000-35, 002-10
test('nothing is sealed before a receiver has the key, and what one worker seals the other opens', async () => {
    const { ana, bo, meet } = await makeWorkers();
    const [out, into] = [await ana.sending(), await bo.receiving()];
    assert.deepEqual(await through(out, frames.opus, frames.opus), []);
    assert.deepEqual(await through(into, frames.opus, frames.vp8Key), [], 'what is clear goes to no decoder');
    await meet();
    const [sealed] = await through(out, frames.opus);
    assert.notDeepEqual(sealed, frames.opus);
    assert.deepEqual(await through(into, sealed), [frames.opus]);
    assert.deepEqual(await through(into, frames.opus), []);
    assert.deepEqual(bo.words('firstOpened'), ['firstOpened']);
    const members = ana.said.filter(({ type }) => type === 'keyActions').flatMap(({ actions }) => actions).findLast(({ type }) => type === 'members');
    assert.deepEqual(members.members.map(({ address, trust, hasOurKey, isHeard }) => [address, trust, hasOurKey, isHeard]), [['2_22', 'new', true, true]]);
});

// 001-17
test('no key and no private key leaves the worker', async () => {
    const { ana, bo, meet } = await makeWorkers();
    await meet();
    for (const { said } of [ana, bo]) {
        const actions = said.filter(({ type }) => type === 'keyActions').flatMap((message) => message.actions);
        assert.deepEqual([...new Set(actions.map(({ type }) => type))].filter((type) => !['send', 'sendToAll', 'members', 'pinned', 'notice'].includes(type)), []);
        assert.ok(!JSON.stringify(said).includes('privateKey'));
    }
});

test('a frame whose key arrives within 300 ms opens; later ones are counted as missing their key, which is requested', async () => {
    const { clock, ana, bo, meet } = await makeWorkers();
    const { relay } = ana;
    const kept = [];
    ana.relay = (kind, text, to) => { if (kind === 'open') kept.push([kind, text, to]); else relay(kind, text, to); };
    await meet();
    const [out, into] = [await ana.sending(), await bo.receiving()];
    const [first, second] = await through(out, frames.opus, frames.opus);
    into.put(first);
    await clock.advance(299);
    assert.equal(into.passed.length, 0);
    for (const text of kept.splice(0)) relay(...text);
    await clock.advance(0);
    assert.deepEqual(into.passed, [frames.opus]);
    assert.deepEqual(await through(into, second), [frames.opus]);

    const late = await makeWorkers();
    const asked = [];
    late.ana.relay = (kind, text, to) => { if (kind !== 'open' && kind !== 'key') late.bo.heard({ type: 'message', kind, from: '1_11', text, to }); };
    const answer = late.bo.relay;
    late.bo.relay = (kind, text, to) => {
        asked.push(kind);
        answer(kind, text, to);
    };
    await late.meet();
    const [sends, hears] = [await late.ana.sending(), await late.bo.receiving()];
    hears.put((await through(sends, frames.opus))[0]);
    await late.clock.advance(300);
    assert.deepEqual([hears.passed.length, late.bo.words('keysMissing').length, asked.includes('again')], [0, 1, true]);
});

test('a participant who left cannot open what is sealed half a second later, and without others nothing is sealed', async () => {
    const { clock, ana, bo, meet } = await makeWorkers();
    await meet();
    const out = await ana.sending();
    assert.equal((await through(out, frames.opus)).length, 1);
    bo.relay('leave', bo.texts.leave, null);
    await settle();
    assert.deepEqual(await through(out, frames.opus), [], 'nobody else is there');
    await clock.advance(600);
    assert.deepEqual(await through(out, frames.opus), []);
});

test('a worker that has left seals nothing, whatever arrives', async () => {
    const { ana, bo, meet } = await makeWorkers();
    await meet();
    const out = await ana.sending();
    ana.heard({ type: 'leave' });
    await settle();
    bo.relay('status', 'x', null);
    assert.deepEqual(await through(out, frames.opus), []);
    assert.equal(ana.said.findLast(({ type }) => type === 'keyActions').actions.find(({ kind }) => kind === 'leave').text, ana.texts.leave);
});

test('a frame opened on one feed does not open on another of the same sender', async () => {
    const { clock, ana, bo, meet } = await makeWorkers();
    await meet();
    const [out, into] = [await ana.sending(), await bo.receiving(100)];
    const sealed = await through(out, frames.opus, frames.opus, frames.opus);
    assert.equal((await through(into, sealed[0], sealed[1])).length, 2);
    into.end();
    // The media server says that she publishes again.
    const again = await bo.receiving(101);
    assert.deepEqual(await through(again, sealed[0], sealed[1]), []);
    assert.equal((await through(again, sealed[2])).length, 1, 'the same run goes on');
    // A run that was succeeded by another is closed on all feeds.
    const [late] = await through(out, frames.opus);
    const next = await ana.sending();
    const [fresh] = await through(next, frames.opus);
    assert.deepEqual(await through(out, frames.opus), [], 'another has taken its place');
    assert.equal((await through(again, fresh)).length, 1);
    await clock.advance(2_000);
    assert.deepEqual(await through(await bo.receiving(102), late), []);
});

test('a video frame dropped from a full queue before sealing is followed by a key frame', async () => {
    const { ana, meet } = await makeWorkers();
    await meet();
    const out = await ana.sending('vp8');
    assert.equal((await through(out, frames.vp8Key, frames.vp8Delta)).length, 2);
    // One is sealed, 60 wait, and any more are dropped.
    const passed = await through(out, ...Array(80).fill(frames.vp8Delta));
    assert.ok(passed.length >= 60 && passed.length < 80, `${passed.length}`);
    assert.deepEqual(await through(out, frames.vp8Delta), []);
    assert.ok(out.keyFrameRequests > 0);
    assert.equal((await through(out, frames.vp8Key, frames.vp8Delta)).length, 2);
});

test('a frame whose handling throws affects no other', async () => {
    const { ana, bo, meet } = await makeWorkers();
    await meet();
    const [out, into] = [await ana.sending(), await bo.receiving()];
    const [sealed] = await through(out, frames.opus);
    out.putRaw({ data: null });
    into.putRaw({ data: 'x' });
    into.putRaw({});
    assert.deepEqual(await through(into, sealed), [frames.opus]);
    assert.equal((await through(out, frames.opus)).length, 1);
});

test('the counters report the outcome of every frame', async () => {
    const { ana, bo, meet } = await makeWorkers();
    const [out, into] = [await ana.sending(), await bo.receiving()];
    await through(out, frames.opus);
    await meet();
    const [sealed] = await through(out, frames.opus);
    await through(into, sealed, sealed, frames.opus);
    for (const { worker } of [ana, bo]) worker.receive({ type: 'statistics', id: 5 });
    await settle();
    assert.deepEqual(ana.said.at(-1), {
        type: 'statistics', id: 5, statistics: { counts: { 'sent audio': { passed: 1, drops: { noKey: 1 }, dropsAfterFirst: {} } }, keys: 1 },
    });
    const drops = { replay: 1, malformed: 1 };
    assert.deepEqual(bo.said.at(-1).statistics.counts, { 'received 1_11 audio': { passed: 1, drops, dropsAfterFirst: drops } });
});

test('a worker whose call is over neither reports to the page nor is told anything', async () => {
    const clock = new ClockDouble();
    const posted = [];
    const port = { onmessage: null, isTerminated: false, postMessage: (message) => posted.push(message), terminate: () => { port.isTerminated = true; } };
    const worker = new CallWorker(port, clock);
    const heard = [];
    worker.onEvent((event) => heard.push(event));
    const { onmessage } = port;
    onmessage({ data: { type: 'keyActions', actions: [] } });
    const prepared = worker.prepare({ room: 1 });
    onmessage({ data: { type: 'prepared', id: 0, texts: { join: 'j', leave: 'l' } } });
    assert.deepEqual(await prepared, { join: 'j', leave: 'l' });
    const asked = worker.statistics();
    onmessage({ data: { type: 'statistics', id: 1, statistics: { a: 1 } } });
    assert.deepEqual(await asked, { a: 1 });
    const unanswered = worker.statistics();
    await clock.advance(1000);
    assert.deepEqual(await unanswered, { a: 1 }, 'the last that is known');
    worker.close();
    assert.deepEqual([port.onmessage, port.isTerminated, clock.waiting], [null, true, 0]);
    const before = posted.length;
    worker.begin({ callId: 8, pins: null, isFounder: true });
    worker.handle({ type: 'entered' });
    assert.deepEqual(await worker.statistics(), { a: 1 });
    assert.deepEqual([posted.length, heard.length], [before, 1]);
});

test('the key clock counts the time the machine slept, and ignores a wall clock that is set back', () => {
    const clocks = { monotonic: 1000.5, wall: 50_000, now() { return this.monotonic; }, date() { return this.wall; } };
    const clock = clockWithSleep({ now: () => clocks.now(), date: () => clocks.date() });
    assert.equal(clock.now(), 1000);
    Object.assign(clocks, { monotonic: 1500, wall: 50_500 });
    assert.equal(clock.now(), 1500);
    Object.assign(clocks, { monotonic: 1600, wall: 50_500 + 3_600_100 });
    assert.equal(clock.now(), 1600 + 3_600_000);
    Object.assign(clocks, { monotonic: 1700, wall: 1 });
    assert.equal(clock.now(), 1700 + 3_600_000);
});
