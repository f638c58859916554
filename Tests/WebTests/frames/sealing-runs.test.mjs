import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SealingRuns } from '../../../Web/frames/sealing-runs.js';
import { parseSenderKeyID } from '../../../Web/frames/sender-frame-key-id.js';

const first = { generation: 5, step: 0 };
function makeRuns(next) {
    const runs = new SealingRuns(next);
    let drawn = 100;
    const held = new Map();
    return {
        runs, held,
        seal(layer, sealing = first, now = 0) {
            const keyID = runs.keyID(layer, held.get(layer) ?? null, sealing, now, () => drawn++);
            if (keyID !== null) held.set(layer, keyID);
            return keyID;
        },
    };
}
const runOf = (keyID) => parseSenderKeyID(keyID).run;

test('a layer keeps its KID and layers share a run; a new key, the run’s end, and another sealer begin a new run', () => {
    const { runs, held, seal } = makeRuns();
    const zero = seal(0);
    assert.equal(seal(0), zero);
    const one = seal(1);
    assert.equal(one, zero | 1n, 'only the layer differs');
    assert.equal(runOf(seal(0, { generation: 5, step: 1 })), 1);
    assert.equal(runOf(seal(1, { generation: 5, step: 1 })), 1);
    assert.equal(runOf(seal(0, { generation: 6, step: 0 })), 2);
    runs.end();
    assert.equal(runOf(seal(0, { generation: 6, step: 0 })), 3);
    held.delete(0);
    assert.equal(runOf(seal(0, { generation: 6, step: 0 })), 4, 'its counter would start over');
});

test('several layers change their run every 10 s, and a single layer keeps it', () => {
    const alone = makeRuns();
    const before = alone.seal(0);
    assert.equal(alone.seal(0, first, 60_000), before);
    const { seal } = makeRuns();
    seal(0);
    seal(1);
    assert.equal(runOf(seal(0, first, 9_999)), 0);
    assert.equal(runOf(seal(0, first, 10_000)), 1);
    assert.equal(runOf(seal(1, first, 10_001)), 1);
});

test('no KID is used twice, and nothing is sealed after the last run', () => {
    const { runs, seal } = makeRuns(65_534);
    const seen = new Set();
    for (let round = 0; round < 2; round += 1) {
        const keyID = seal(0);
        assert.ok(!seen.has(keyID));
        seen.add(keyID);
        runs.end();
    }
    assert.equal(seal(0), null);
});
