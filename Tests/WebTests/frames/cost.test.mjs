import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frames } from './doubles.mjs';
import { makeWorkers, through } from './worker-pair.mjs';

/** The names of all WebCrypto calls while something runs. */
async function webCryptoCalls(body) {
    const { subtle } = crypto;
    const names = Object.getOwnPropertyNames(SubtleCrypto.prototype).filter((name) => name !== 'constructor' && typeof subtle[name] === 'function');
    const calls = [];
    for (const name of names) {
        const original = subtle[name];
        subtle[name] = (...parameters) => {
            calls.push(name);
            return original.apply(subtle, parameters);
        };
    }
    try { await body(); } finally { for (const name of names) delete subtle[name]; }
    return calls;
}

// After its run has started: deriving keys isn't part of a frame's cost.
for (const [codec, first, next] of [['opus', frames.opus, frames.opus], ['vp8', frames.vp8Key, frames.vp8Delta], ['h264', frames.h264Key, frames.h264Delta]]) {
    test(`a frame of ${codec} costs one WebCrypto call in each direction, and no message between page and worker`, async () => {
        const { ana, bo, meet } = await makeWorkers();
        const [out, into] = [await ana.sending(codec), await bo.receiving(100, codec)];
        await meet();
        assert.equal((await through(into, ...await through(out, first))).length, 1);
        const said = [ana.said.length, bo.said.length];
        const count = 20;
        let sealed = [], opened = [];
        const sealing = await webCryptoCalls(async () => { sealed = await through(out, ...Array(count).fill(next)); });
        const opening = await webCryptoCalls(async () => { opened = await through(into, ...sealed); });
        assert.deepEqual([sealed.length, opened.length], [count, count]);
        assert.deepEqual(sealing, Array(count).fill('encrypt'));
        assert.deepEqual(opening, Array(count).fill('decrypt'));
        assert.deepEqual([ana.said.length, bo.said.length], said);
    });
}
