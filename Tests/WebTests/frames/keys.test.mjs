import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallKeySet } from '../../../Web/frames/call-key-set.js';
import { baseKeyOf, importCallKey, nameOf } from '../../../Web/frames/key-schedule.js';
import { SFrameKey } from '../../../Web/frames/sframe-key.js';

const name = (...first) => Uint8Array.from({ length: 32 }, (_, index) => first[index] ?? 0);
/** Installs keys `[first byte of the name, epoch, sealFrom, now]` and answers what became of each. */
const install = (keys, ...rows) => rows.map(([first, epoch, sealFrom = null, now = 0]) => keys.install(null, name(first), epoch, sealFrom, now));
const sealsWith = (keys, now) => Number.parseInt(keys.sealingEntry(now)?.name.slice(0, 2) ?? 'ff', 16);
const opens = (keys) => keys.entries.map(({ name: text }) => Number.parseInt(text.slice(0, 2), 16)).sort();

test('the higher epoch seals, whatever came first; in one epoch the smaller name; all open', () => {
    const keys = new CallKeySet();
    assert.deepEqual(install(keys, [5, 1], [5, 1], [5, 9]), ['adopted', 'known', 'known']);
    assert.deepEqual(install(keys, [7, 3], [6, 2]), ['adopted', 'opensOnly']);
    assert.equal(sealsWith(keys, 0), 7);
    assert.deepEqual(install(keys, [8, 3], [4, 3]), ['opensOnly', 'adopted']);
    assert.equal(sealsWith(keys, 0), 4);
    assert.deepEqual(opens(keys), [4, 5, 6, 7, 8]);
});

test('until its time comes the key before goes on sealing; afterwards there is no way back', () => {
    const keys = new CallKeySet();
    install(keys, [1, 1], [2, 2, 500]);
    assert.deepEqual([499, 500].map((now) => sealsWith(keys, now)), [1, 2]);
    assert.equal(sealsWith(keys, 329_999), 2);
    assert.equal(keys.sealingEntry(330_000), null, 'no key is older than 330 s');
    install(keys, [3, 1, null, 330_000]);
    assert.equal(keys.sealingEntry(330_000), null, 'an older epoch does not seal again');
});

test('superseded keys are there for 10 s, then over for good', () => {
    const keys = new CallKeySet();
    install(keys, [1, 1], [2, 2, null, 1000], [3, 3, null, 5000]);
    assert.equal(keys.nextExpiry, 11_000);
    keys.expire(10_999);
    assert.deepEqual(opens(keys), [1, 2, 3]);
    keys.expire(11_000);
    assert.deepEqual([opens(keys), keys.nextExpiry], [[2, 3], 15_000]);
    assert.deepEqual(install(keys, [1, 9, null, 12_000]), ['retired']);
    keys.expire(15_000);
    assert.deepEqual([opens(keys), keys.nextExpiry], [[3], null]);
    keys.expire(1e9);
    assert.deepEqual(opens(keys), [3], 'the newest opens until the end');
    assert.deepEqual(install(keys, [4, 2, null, 1e9]), ['opensOnly']);
    keys.expire(1e9 + 10_000);
    assert.deepEqual(opens(keys), [3]);
});

test('a leave bounds every key that is here by a second, and only those', () => {
    const keys = new CallKeySet();
    install(keys, [1, 1], [2, 2, 700]);
    keys.learnedOfLeave(100);
    assert.deepEqual([699, 700, 1099].map((now) => sealsWith(keys, now)), [1, 2, 2]);
    assert.equal(keys.sealingEntry(1100), null);
    keys.learnedOfLeave(5000);
    assert.equal(keys.sealingEntry(5000), null, 'a later leave gives no more time');
    install(keys, [3, 3, null, 6000]);
    assert.equal(sealsWith(keys, 100_000), 3);
});

test('no more than 64 keys are held, and a tag differs from the last 8', () => {
    const keys = new CallKeySet();
    for (let number = 0; number < 64; number += 1) assert.deepEqual(install(keys, [number, 1]), [number === 0 ? 'adopted' : 'opensOnly']);
    assert.deepEqual(install(keys, [64, 1]), ['refused']);
    assert.ok(keys.hasDistinctTag(name(55)) && !keys.hasDistinctTag(name(56)) && !keys.hasDistinctTag(name(63, 1)) && keys.hasDistinctTag(name(63, 2)));
});

test('base keys differ by call, device and track, however their texts join; none can be read back', async () => {
    const key = await importCallKey(new Uint8Array(32).fill(7));
    assert.equal((await nameOf(key)).length, 32);
    const sealed = new Set();
    const places = [[7, '1_11', 'audio'], [8, '1_11', 'audio'], [7, '1_1', '1audio'], [7, '1_11', 'video'], [7, '1_12', 'audio'], [2 ** 53 - 1, '1_11', 'audio']];
    for (const place of places) {
        const base = await baseKeyOf(key, ...place);
        assert.deepEqual([base.extractable, base.usages], [false, ['deriveKey', 'deriveBits']]);
        await assert.rejects(crypto.subtle.exportKey('raw', base));
        const frame = await (await SFrameKey.derive(base, 1n << 63n)).seal(new Uint8Array(4), 0n, new Uint8Array());
        sealed.add(frame.toString());
    }
    assert.equal(sealed.size, places.length);
});
