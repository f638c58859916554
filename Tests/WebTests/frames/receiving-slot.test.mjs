import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayerSealers } from '../../../Web/media/layer-sealers.js';
import { settle } from '../calls/doubles/time.mjs';
import { frames } from './doubles.mjs';
import { makeWorkers, through } from './worker-pair.mjs';

/** Bo receives on a slot what Ana seals; `moves` switches the slot to another sender, or to Ana. */
async function receiving(codec) {
    const { ana, bo, clock, meet } = await makeWorkers();
    await meet();
    const [out, into] = [await ana.sending(codec), await bo.receiving(100, codec)];
    const moves = async (sender, feed) => {
        bo.worker.receive({ type: 'switch', slot: into.options.slot, feed, sender });
        await settle();
    };
    const opened = () => bo.said.filter(({ type }) => type === 'firstOpened').map(({ slot, feed, track, timestamp }) => [slot === into.options.slot, feed, track, timestamp]);
    const counts = async (name) => {
        bo.worker.receive({ type: 'statistics', id: 1 });
        await settle();
        return bo.said.findLast(({ type }) => type === 'statistics').statistics.counts[name];
    };
    return { ana, bo, clock, out, into, moves, opened, counts, seal: async (frame) => (await through(out, frame))[0] };
}

for (const codec of ['h264', 'vp8', 'opus']) {
    test(`a moved slot drops ${codec} frames of the former sender, and does not count them as bad`, async () => {
        const { into, moves, seal, counts } = await receiving(codec);
        const key = codec === 'opus' ? frames.opus : frames[`${codec}Key`];
        assert.equal((await through(into, await seal(key))).length, 1);
        await moves('3_33', 101);
        assert.deepEqual(await through(into, await seal(key), await seal(key)), []);
        assert.equal(into.keyFrameRequests, 0, 'which would be asked of somebody else');
        const track = codec === 'opus' ? 'audio' : 'video';
        assert.deepEqual((await counts(`received 3_33 ${track}`)).drops, { switched: 2 });
        assert.equal((await counts(`received 1_11 ${track}`)).passed, 1);
    });
}

for (const codec of ['h264', 'vp8']) {
    test(`a moved slot shows ${codec} of the new sender from a key frame on, requested at most twice a second`, async () => {
        const { into, moves, seal, clock, opened } = await receiving(codec);
        const [key, delta] = [frames[`${codec}Key`], frames[`${codec}Delta`]];
        await through(into, await seal(key), await seal(delta));
        await moves('3_33', 101);
        await moves('1_11', 100);
        into.keyFrameRequests = 0;
        assert.deepEqual(await through(into, await seal(delta), await seal(delta)), [], 'the decoder has references of somebody else');
        assert.equal(into.keyFrameRequests, 1);
        await clock.advance(500);
        assert.deepEqual(await through(into, await seal(delta)), []);
        assert.equal(into.keyFrameRequests, 2);
        assert.equal(opened().length, 1);
        assert.deepEqual(await through(into, await seal(key), await seal(delta)), [key, delta]);
        assert.deepEqual(opened(), [[true, 100, 'video', null], [true, 100, 'video', null]], 'said once more, for it is shown anew');
    });
}

test('a frame held while its slot moves is dropped, whatever key arrives', async () => {
    const { ana, bo, clock, meet } = await makeWorkers();
    const { relay } = ana;
    const kept = [];
    ana.relay = (kind, text, to) => { if (kind === 'open') kept.push([kind, text, to]); else relay(kind, text, to); };
    await meet();
    const [out, into] = [await ana.sending(), await bo.receiving()];
    const [sealed] = await through(out, frames.opus);
    into.put(sealed);
    await settle();
    bo.worker.receive({ type: 'switch', slot: into.options.slot, feed: 101, sender: '3_33' });
    await settle();
    for (const text of kept) relay(...text);
    await clock.advance(400);
    assert.deepEqual(into.passed, []);
});

test('a slot that moved before its track began decrypts for the new sender', async () => {
    const { ana, bo, meet } = await makeWorkers();
    await meet();
    const out = await ana.sending();
    bo.worker.receive({ type: 'switch', slot: 1, feed: 101, sender: '3_33' });
    const into = await bo.receiving();
    assert.equal(into.options.slot, 1);
    assert.deepEqual(await through(into, ...await through(out, frames.opus)), []);
});

test('the first frame of a picture reports when to show it', async () => {
    const { into, seal, opened } = await receiving('vp8');
    into.putRaw({ data: (await seal(frames.vp8Key)).slice().buffer, getMetadata: () => ({ rtpTimestamp: 77 }) });
    await settle();
    assert.deepEqual(opened(), [[true, 100, 'video', 77]]);
});

test('each layer has its own sealer: a receiver of one layer sees no gaps, and only the layer with a gap gets a key frame request', async () => {
    const { ana, out, into, bo } = await receiving('vp8');
    const layer = async (frame, source) => {
        const before = out.passed.length;
        out.putRaw({ data: frame.slice().buffer, getMetadata: () => ({ synchronizationSource: source }) });
        await settle();
        return out.passed.slice(before);
    };
    const [[one], [other]] = [await layer(frames.vp8Key, 11), await layer(frames.vp8Key, 22)];
    assert.deepEqual(await through(into, one), [frames.vp8Key]);
    into.keyFrameRequests = 0;
    for (let turn = 0; turn < 5; turn += 1) {
        await layer(frames.vp8Delta, 22);
        assert.deepEqual(await through(into, ...await layer(frames.vp8Delta, 11)), [frames.vp8Delta]);
    }
    assert.equal(into.keyFrameRequests, 0, 'no gap');
    assert.deepEqual(await through(into, other), [frames.vp8Key], 'another layer begins with its key frame');
    // A third one arrives without it.
    delete out.generateKeyFrame;
    out.keyFrameRequests = 0;
    assert.deepEqual(await layer(frames.vp8Delta, 33), []);
    assert.ok(out.keyFrameRequests === 1 || ana.said.some(({ type, source }) => type === 'keyFrameNeeded' && source === 33));
    assert.equal(bo.words('keysMissing').length, 0);
});

test('a track has at most four layers, each with its own key frame pace', () => {
    const sealers = new LayerSealers((layer) => ({ layer, lost() {} }));
    assert.deepEqual([7, 9, null, 7, 8, 6].map((source) => sealers.of(source)?.layer), [0, 1, 2, 0, 3, undefined]);
    assert.deepEqual([sealers.mayAsk(7, 0), sealers.mayAsk(7, 99), sealers.mayAsk(9, 99), sealers.mayAsk(7, 100), sealers.mayAsk(6, 0)], [true, false, true, true, false]);
});
