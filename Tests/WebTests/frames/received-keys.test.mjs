import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReceivedKeys } from '../../../Web/frames/received-keys.js';
import { makeSenderKeyID, parseSenderKeyID } from '../../../Web/frames/sender-frame-key-id.js';
import { keyOf } from './doubles.mjs';

const kid = (generation, step = 0) => parseSenderKeyID(makeSenderKeyID({ generation, step, run: 0, random: 1, layer: 0 }));
async function keysOf(...positions) {
    const keys = new ReceivedKeys();
    for (const [generation, step = 0, now = 0] of positions) keys.receive({ generation, step, key: await keyOf(generation, step) }, now);
    return keys;
}
const found = (keys, generation, step) => {
    const result = keys.find(kid(generation, step));
    return typeof result === 'string' ? result : result.distance;
};

test('a KID selects a key: a higher step is ratcheted from the one below, lower steps and generations are over', async () => {
    const keys = await keysOf([600, 3]);
    assert.deepEqual([found(keys, 600, 3), found(keys, 600, 5), found(keys, 600, 2)], [0, 2, 'over']);
    assert.deepEqual([found(keys, 601), found(keys, 599), found(keys, 600 + 255), found(keys, 600 + 256)], ['unknown', 'over', 'unknown', 'over']);
    assert.equal(found(new ReceivedKeys(), 9), 'unknown');
    assert.deepEqual((await keys.derive(keys.find(kid(600, 5)))).bytes, (await keyOf(600, 3).then((key) => key.ratcheted()).then((key) => key.ratcheted())).bytes);
});

test('an older key expires 10 s after a newer one arrives, or 2 s after a frame of that opens', async () => {
    const keys = await keysOf([5], [6, 0, 1_000]);
    keys.expire(10_999);
    assert.equal(found(keys, 5), 0);
    keys.expire(11_000);
    assert.equal(found(keys, 5), 'over');
    const soon = await keysOf([5], [6, 0, 1_000]);
    const candidate = soon.find(kid(6));
    soon.keep(await soon.derive(candidate), candidate, 2_000);
    assert.equal(soon.nextExpiry, 4_000);
    soon.expire(3_999);
    assert.equal(found(soon, 5), 0);
    soon.expire(4_000);
    assert.deepEqual([found(soon, 5), found(soon, 6)], ['over', 0]);
});

test('a higher generation is never refused, and beyond eight the lowest is dropped', async () => {
    const keys = await keysOf(...Array.from({ length: 9 }, (_, index) => [index + 1]));
    assert.deepEqual([found(keys, 1), found(keys, 2), found(keys, 9)], ['over', 0, 0]);
    keys.receive({ generation: 4_294_967_295, step: 0, key: await keyOf(1) }, 0);
    assert.equal(found(keys, 4_294_967_295), 0);
    keys.forget();
    assert.ok(keys.isEmpty);
    assert.deepEqual([found(keys, 3), found(keys, 30)], ['over', 'unknown'], 'what is still on its way is over');
    keys.receive({ generation: 30, step: 0, key: await keyOf(30) }, 0);
    assert.equal(found(keys, 31), 'unknown');
});
