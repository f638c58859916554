import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importCallKey, nameOf } from '../../../Web/frames/key-schedule.js';
import { CallWorker } from '../../../Web/media/call-worker.js';
import { FrameWorker } from '../../../Web/media/frame-worker.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';
import { TransformDouble } from '../calls/doubles/worker.mjs';
import { frames } from './doubles.mjs';

/** The workers of two devices of one call, with what they said. */
function makeWorkers() {
    const clock = new ClockDouble();
    const make = (address) => {
        const said = [];
        const worker = new FrameWorker((message) => said.push(message), clock);
        worker.receive({ type: 'begin', callId: 7, ownAddress: address });
        return { worker, said, tracks: {} };
    };
    return { clock, ana: make('1_11'), bo: make('2_22') };
}

async function newKey(epoch) {
    const key = await importCallKey(crypto.getRandomValues(new Uint8Array(32)));
    return { type: 'install', key, name: await nameOf(key), epoch, sealAfter: null };
}

async function sending({ worker }, codec = 'opus') {
    const transform = new TransformDouble({ direction: 'send', track: codec === 'opus' ? 'audio' : 'video', codec });
    void worker.transform(transform);
    await settle();
    return transform;
}

async function receiving({ worker }, feed = 100, codec = 'opus', sender = '1_11') {
    const transform = new TransformDouble({ direction: 'receive', feed, sender, track: codec === 'opus' ? 'audio' : 'video', codec });
    void worker.transform(transform);
    await settle();
    return transform;
}

/** What of this comes through. */
async function through(transform, ...payloads) {
    const before = transform.passed.length;
    for (const payload of payloads) transform.put(payload);
    await settle();
    return transform.passed.slice(before);
}

async function give(key, ...devices) {
    for (const { worker } of devices) worker.receive(key);
    await settle();
}

test('without a call nothing comes through, in either direction, not even later', async () => {
    const worker = new FrameWorker(() => {}, new ClockDouble());
    for (const options of [{ direction: 'send', track: 'audio', codec: 'opus' }, { direction: 'receive', feed: 1, sender: '1_11', track: 'audio', codec: 'opus' }]) {
        const transform = new TransformDouble(options);
        void worker.transform(transform);
        worker.receive({ type: 'begin', callId: 7, ownAddress: '2_22' });
        worker.receive(await newKey(1));
        assert.deepEqual(await through(transform, frames.opus), []);
    }
});

test('without a key nothing comes through, and a key is asked for once a second', async () => {
    const { clock, ana, bo } = makeWorkers();
    const [out, into] = [await sending(ana), await receiving(bo)];
    assert.deepEqual(await through(out, frames.opus, frames.opus), []);
    assert.deepEqual(ana.said.filter(({ type }) => type === 'needsKey').length, 1);
    assert.deepEqual(await through(into, frames.opus, frames.vp8Key), [], 'what is clear goes to no decoder');
    await give(await newKey(1), ana, bo);
    const [sealed] = await through(out, frames.opus);
    assert.notDeepEqual(sealed, frames.opus);
    assert.deepEqual(await through(into, sealed), [frames.opus]);
    assert.deepEqual(await through(into, frames.opus), []);
    assert.deepEqual(bo.said, [{ type: 'firstOpened', feed: 100, track: 'audio' }]);
    assert.equal(clock.waiting, 0);
});

test('a frame whose key comes within 300 ms is opened; later ones are said to lack it', async () => {
    const { clock, ana, bo } = makeWorkers();
    const [out, into] = [await sending(ana), await receiving(bo)];
    const key = await newKey(1);
    await give(key, ana);
    const [first, second] = await through(out, frames.opus, frames.opus);
    assert.deepEqual(await through(into, first), []);
    await clock.advance(299);
    await give(key, bo);
    assert.deepEqual(into.passed, [frames.opus]);
    const next = await newKey(2);
    await give(next, ana);
    const [third] = await through(out, frames.opus);
    into.put(third);
    await clock.advance(300);
    assert.deepEqual(bo.said.map(({ type }) => type), ['firstOpened', 'needsKey', 'keysMissing']);
    assert.equal(into.passed.length, 1);
    assert.ok(second);
});

test('a second after a leave nothing is sealed any more, until there is a newer key', async () => {
    const { clock, ana } = makeWorkers();
    const out = await sending(ana);
    await give(await newKey(1), ana);
    ana.worker.receive({ type: 'leave' });
    await settle();
    await clock.advance(999);
    assert.equal((await through(out, frames.opus)).length, 1);
    await clock.advance(1);
    assert.deepEqual(await through(out, frames.opus), []);
    assert.equal(ana.said.at(-1).type, 'needsKey');
    await give(await newKey(2), ana);
    assert.equal((await through(out, frames.opus)).length, 1);
});

test('no key seals for longer than 330 s; a superseded one opens for 10 s more', async () => {
    const { clock, ana, bo } = makeWorkers();
    const [out, into] = [await sending(ana), await receiving(bo)];
    await give(await newKey(1), ana, bo);
    const [first, second, third] = await through(out, frames.opus, frames.opus, frames.opus);
    assert.equal((await through(into, first)).length, 1);
    await give(await newKey(2), bo);
    await clock.advance(9_999);
    assert.equal((await through(into, second)).length, 1);
    await clock.advance(1);
    assert.deepEqual(await through(into, third), []);
    await clock.advance(320_000 - 1);
    assert.equal((await through(out, frames.opus)).length, 1);
    await clock.advance(1);
    assert.deepEqual(await through(out, frames.opus), []);
});

test('what was opened on one feed is opened on no other of the same person', async () => {
    const { clock, ana, bo } = makeWorkers();
    const [out, into] = [await sending(ana), await receiving(bo, 100)];
    await give(await newKey(1), ana, bo);
    const sealed = await through(out, frames.opus, frames.opus, frames.opus);
    assert.equal((await through(into, sealed[0], sealed[1])).length, 2);
    into.end();
    await clock.advance(60_000);
    // The media server says that she publishes again.
    const again = await receiving(bo, 101);
    assert.deepEqual(await through(again, sealed[0], sealed[1]), []);
    assert.equal((await through(again, sealed[2])).length, 1, 'the same session goes on');
    const third = await receiving(bo, 102);
    assert.deepEqual(await through(third, ...sealed), []);
    // A session that was closed on the first feed is closed on all.
    const [fresh] = await through(await sending(ana), frames.opus);
    assert.equal((await through(third, fresh)).length, 1);
    await clock.advance(2_000);
    assert.deepEqual(await through(third, ...await through(out, frames.opus)), []);
});

test('keys that come while nothing is received are there when it is, and those that are over are not', async () => {
    const { clock, ana, bo } = makeWorkers();
    const out = await sending(ana);
    const first = await receiving(bo, 100);
    await give(await newKey(1), ana, bo);
    const [old] = await through(out, frames.opus);
    first.end();
    await settle();
    await give(await newKey(2), ana, bo);
    await clock.advance(10_000);
    const second = await receiving(bo, 101);
    assert.equal((await through(second, ...await through(out, frames.opus))).length, 1);
    assert.deepEqual(await through(second, old), []);
});

test('a video frame that was never sealed because too many waited is followed by a key frame', async () => {
    const { ana } = makeWorkers();
    const out = await sending(ana, 'vp8');
    await give(await newKey(1), ana);
    assert.equal((await through(out, frames.vp8Key, frames.vp8Delta)).length, 2);
    // One is sealed, 60 wait, and whatever comes beyond that is dropped.
    const passed = await through(out, ...Array(80).fill(frames.vp8Delta));
    assert.ok(passed.length >= 60 && passed.length < 80, `${passed.length}`);
    assert.deepEqual(await through(out, frames.vp8Delta), []);
    assert.ok(out.keyFrameRequests > 0);
    assert.equal((await through(out, frames.vp8Key, frames.vp8Delta)).length, 2);
});

test('a frame that breaks what handles it breaks nothing else', async () => {
    const { ana, bo } = makeWorkers();
    const [out, into] = [await sending(ana), await receiving(bo)];
    await give(await newKey(1), ana, bo);
    const [sealed] = await through(out, frames.opus);
    out.putRaw({ data: null });
    into.putRaw({ data: 'x' });
    into.putRaw({});
    assert.deepEqual(await through(into, sealed), [frames.opus]);
    assert.equal((await through(out, frames.opus)).length, 1);
});

test('the counters name what became of every frame', async () => {
    const { ana, bo } = makeWorkers();
    const [out, into] = [await sending(ana), await receiving(bo)];
    await through(out, frames.opus);
    await give(await newKey(1), ana, bo);
    const [sealed] = await through(out, frames.opus);
    await through(into, sealed, sealed, frames.opus);
    for (const { worker } of [ana, bo]) worker.receive({ type: 'statistics', id: 5 });
    await settle();
    assert.deepEqual(ana.said.at(-1), { type: 'statistics', id: 5, counts: { 'sent audio': { passed: 1, drops: { noKey: 1 }, dropsAfterFirst: {} } } });
    const drops = { replay: 1, malformed: 1 };
    assert.deepEqual(bo.said.at(-1).counts, { 'received 1_11 audio': { passed: 1, drops, dropsAfterFirst: drops } });
});

test('the page hears nothing of a worker whose call is over, and tells it nothing', async () => {
    const clock = new ClockDouble();
    const posted = [];
    const port = { onmessage: null, isTerminated: false, postMessage: (message) => posted.push(message), terminate: () => { port.isTerminated = true; } };
    const worker = new CallWorker(port, clock);
    const heard = [];
    worker.onEvent((event) => heard.push(event));
    const { onmessage } = port;
    onmessage({ data: { type: 'needsKey' } });
    const asked = worker.statistics();
    onmessage({ data: { type: 'statistics', id: 0, counts: { a: 1 } } });
    assert.deepEqual(await asked, { a: 1 });
    const unanswered = worker.statistics();
    await clock.advance(1000);
    assert.deepEqual(await unanswered, { a: 1 }, 'the last that is known');
    worker.close();
    assert.deepEqual([port.onmessage, port.isTerminated, clock.waiting], [null, true, 0]);
    const before = posted.length;
    worker.begin(8, '1_11');
    worker.install({});
    worker.learnedOfLeave();
    assert.deepEqual(await worker.statistics(), { a: 1 });
    assert.deepEqual([posted.length, heard.length], [before, 1]);
});
