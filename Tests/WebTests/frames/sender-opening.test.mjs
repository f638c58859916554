import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrackPair, frames } from './doubles.mjs';

test('a frame opens once, in any order within the window, and not if modified', async () => {
    const pair = new TrackPair();
    await pair.receive(7);
    const seal = await pair.sealer();
    const [first, second, third] = [await seal(), await seal(), await seal()];
    assert.deepEqual([await pair.open(third), await pair.open(first), await pair.open(first)], ['opened', 'opened', 'replay']);
    const damaged = Uint8Array.from(second);
    damaged[damaged.length - 1] ^= 1;
    assert.deepEqual([await pair.open(damaged), await pair.open(second)], ['badTag', 'opened']);
    assert.equal(await pair.open(Uint8Array.of(1, 2, 3)), 'malformed');
});

test('a frame of an unknown generation is held for 300 ms and opens if the key arrives', async () => {
    const pair = new TrackPair();
    const sealed = await (await pair.sealer())();
    assert.deepEqual([await pair.open(sealed, 0), await pair.open(sealed, 299), await pair.open(sealed, 300)], ['held', 'held', 'noKey']);
    await pair.receive(7, 0, 400);
    assert.equal(await pair.open(sealed, 400), 'opened');
});

test('a missing step is ratcheted, and one below the received step is over', async () => {
    const pair = new TrackPair();
    await pair.receive(7, 2);
    assert.equal(await pair.open(await (await pair.sealer({ step: 4 }))()), 'opened');
    assert.equal(await pair.open(await (await pair.sealer({ step: 1, run: 1 }))()), 'retiredKey');
});

test('the first good frame of a higher run closes lower runs after two seconds, and a lower run cannot start', async () => {
    const pair = new TrackPair();
    await pair.receive(7);
    const [low, high] = [await pair.sealer({ run: 3 }), await pair.sealer({ run: 5 })];
    assert.equal(await pair.open(await low()), 'opened');
    assert.equal(await pair.open(await high(), 1_000), 'opened');
    assert.equal(await pair.open(await low(), 2_999), 'opened');
    assert.equal(await pair.open(await low(), 3_000), 'closedSession');
    assert.equal(await pair.open(await (await pair.sealer({ run: 4 }))(), 3_000), 'closedSession');
    // Another layer of the newest run is accepted.
    assert.equal(await pair.open(await (await pair.sealer({ run: 5, layer: 1 }))(), 3_000), 'opened');
});

test('forgotten keys open nothing; received again, they open new frames, and no frame twice', async () => {
    const pair = new TrackPair();
    await pair.receive(7);
    const seal = await pair.sealer();
    const sealed = await seal();
    assert.equal(await pair.open(sealed), 'opened');
    pair.keys.forget();
    pair.opener.forget();
    assert.equal(await pair.open(await seal()), 'retiredKey', 'not waited for, and not asked for');
    assert.equal(await pair.open(await (await pair.sealer({ generation: 8 }))()), 'held');
    await pair.receive(7);
    assert.deepEqual([await pair.open(sealed), await pair.open(await seal())], ['replay', 'opened']);
});

test('frames with unknown KIDs are tried twenty times a second', async () => {
    const pair = new TrackPair();
    await pair.receive(7);
    const outcomes = [];
    for (let run = 0; run < 25; run += 1) {
        const sealed = Uint8Array.from(await (await pair.sealer({ run }))());
        sealed[sealed.length - 1] ^= 1;
        outcomes.push(await pair.open(sealed, 10));
    }
    assert.deepEqual([outcomes.filter((word) => word === 'badTag').length, outcomes.at(-1)], [20, 'closedSession']);
    assert.equal(await pair.open(await (await pair.sealer({ run: 30 }))(), 1_010), 'opened');
});

test('a frame on two feeds at once opens on only one', async () => {
    const pair = new TrackPair();
    await pair.receive(7);
    const seal = await pair.sealer();
    await pair.open(await seal());
    const sealed = await seal();
    assert.deepEqual((await Promise.all([pair.open(sealed), pair.open(sealed)])).sort(), ['opened', 'replay']);
    const other = await (await pair.sealer({ run: 2 }))();
    assert.deepEqual((await Promise.all([pair.open(other), pair.open(other)])).sort(), ['opened', 'replay']);
});

test('video requests a key frame until one has opened, and again after a gap', async () => {
    const pair = new TrackPair('vp8');
    await pair.receive(7);
    const seal = await pair.sealer();
    const asks = async (payload, now) => (await pair.opener.open(payload, 'vp8', pair.keys, now)).needsKeyFrame;
    assert.equal(await asks(await seal(frames.vp8Key), 0), false);
    assert.equal(await asks(await seal(frames.vp8Delta), 10), false);
    await seal(frames.vp8Delta);
    assert.equal(await asks(await seal(frames.vp8Delta), 20), true);
    assert.equal(await asks(await seal(frames.vp8Delta), 519), false, 'twice a second');
    assert.equal(await asks(await seal(frames.vp8Delta), 520), true);
    assert.equal(await asks(await seal(frames.vp8Key), 530), false);
});

test('a sealer drops frames it cannot seal, then waits for a key frame, and uses no counter twice', async () => {
    const pair = new TrackPair('vp8');
    const seal = await pair.sealer();
    assert.equal(await seal(frames.vp8Delta), 'waitingForKeyFrame');
    assert.ok((await seal(frames.vp8Key)).length > 0);
    assert.equal(await seal(Uint8Array.of(0x11)), 'emptyFrame');
    assert.equal(await seal(frames.vp8Delta), 'waitingForKeyFrame');
    const last = await pair.sealer({ firstCounter: (1n << 48n) - 1n });
    assert.ok((await last(frames.vp8Key)).length > 0);
    assert.equal(await last(frames.vp8Key), 'counterExhausted');
    const both = await pair.sealer({ run: 1 });
    const [one, two] = await Promise.all([both(frames.vp8Key), both(frames.vp8Key)]);
    assert.notDeepEqual(one, two);
});
