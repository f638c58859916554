import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeHeader, splitKeyID } from '../../../Web/frames/sframe-header.js';
import { frames, keysOf, makeSealer } from './doubles.mjs';

const last = (1n << 48n) - 1n;
const counterOf = (sealed) => decodeHeader(sealed).header.counter;
const sessionOf = (sealed) => splitKeyID(decodeHeader(sealed).header.keyID).session;
const drop = (dropped, needsKeyFrame = false) => ({ dropped, needsKeyFrame });

test('counters go up by one from 0 and end at 2^48: nothing is sealed after that', async () => {
    const keys = await keysOf(1);
    const sealer = makeSealer('opus');
    for (const counter of [0n, 1n, 2n]) assert.equal(counterOf((await sealer.seal(frames.opus, keys.newest)).sealed), counter);
    const full = makeSealer('opus', { firstCounter: last });
    assert.equal(counterOf((await full.seal(frames.opus, keys.newest)).sealed), last);
    for (let time = 0; time < 3; time += 1) assert.deepEqual(await full.seal(frames.opus, keys.newest), drop('counterExhausted'));
});

test('no two frames have one counter in one session, not even those sealed at the same time', async () => {
    const keys = await keysOf(1);
    const sealer = makeSealer('opus');
    const sealed = await Promise.all(Array.from({ length: 50 }, () => sealer.seal(frames.opus, keys.newest)));
    const nonces = sealed.map((outcome) => `${sessionOf(outcome.sealed)} ${counterOf(outcome.sealed)}`);
    assert.equal(new Set(nonces).size, 50);
});

test('whatever makes a new sealer draws a new session: another key, a key again, another sealer', async () => {
    const [keys, others] = [await keysOf(1), await keysOf(2)];
    const sealer = makeSealer('opus');
    const other = { ...others.newest, id: 9 };
    const sessions = [];
    for (const entry of [keys.newest, other, keys.newest]) sessions.push(sessionOf((await sealer.seal(frames.opus, entry)).sealed));
    await sealer.seal(frames.opus, null);
    sessions.push(sessionOf((await sealer.seal(frames.opus, keys.newest)).sealed));
    sealer.keep([]);
    assert.ok(!sealer.holdsKey);
    sessions.push(sessionOf((await sealer.seal(frames.opus, keys.newest)).sealed));
    sessions.push(sessionOf((await makeSealer('opus').seal(frames.opus, keys.newest)).sealed));
    assert.equal(new Set(sessions).size, 6);
});

for (const codec of ['vp8', 'h264']) {
    test(`${codec}: the first frame, and the first after any drop, is a key frame`, async () => {
        const keys = await keysOf(1);
        const [key, delta] = [frames[`${codec}Key`], frames[`${codec}Delta`]];
        const sealer = makeSealer(codec);
        const seal = async (frame, entry = keys.newest) => (({ dropped }) => dropped ?? 'sealed')(await sealer.seal(frame, entry));
        assert.deepEqual(await sealer.seal(delta, keys.newest), drop('waitingForKeyFrame', true));
        assert.deepEqual([await seal(key), await seal(delta)], ['sealed', 'sealed']);
        assert.equal(await seal(new Uint8Array()), 'emptyFrame');
        assert.deepEqual([await seal(delta), await seal(key), await seal(delta)], ['waitingForKeyFrame', 'sealed', 'sealed']);
        assert.equal(await seal(delta, null), 'noKey');
        assert.deepEqual([await seal(delta), await seal(key), await seal(delta)], ['waitingForKeyFrame', 'sealed', 'sealed']);
        sealer.lost();
        assert.deepEqual([await seal(delta), await seal(key), await seal(delta)], ['waitingForKeyFrame', 'sealed', 'sealed']);
    });
}

/** [what it is, codec, bytes, why it is not sealed] */
const refused = [
    ['nothing', 'opus', [], 'emptyFrame'], ['a VP8 key frame of 9 bytes', 'vp8', frames.vp8Key.subarray(0, 9), 'emptyFrame'],
    ['a VP8 frame of 2 bytes', 'vp8', frames.vp8Delta.subarray(0, 2), 'emptyFrame'],
    ['no start code', 'h264', [0x65, 0x88, 0x84, 7], 'unsupportedFrame'], ['no slice', 'h264', [0, 0, 1, 0x67, 1, 0, 0, 1, 0x68, 1], 'unsupportedFrame'],
    ['an IDR without parameter sets', 'h264', [0, 0, 1, 0x65, 0x88, 0x84, 7], 'unsupportedFrame'],
    ['a first block that is not 0', 'h264', [0, 0, 1, 0x41, 0x4a, 0x24, 7], 'unsupportedFrame'],
    ['the forbidden bit', 'h264', [0, 0, 1, 0xc1, 0x9a, 0x24, 7], 'unsupportedFrame'], ['a slice of one byte', 'h264', [0, 0, 1, 0x41], 'unsupportedFrame'],
];
for (const [what, codec, bytes, reason] of refused) {
    test(`${codec}: ${what} is not sealed`, async () => {
        const keys = await keysOf(1);
        assert.equal((await makeSealer(codec, { isContinued: true }).seal(Uint8Array.from(bytes), keys.newest)).dropped, reason);
    });
}
