import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { QualityMeter, scoreOf } from '../../../Web/calls/quality/quality-level.js';

const { cases } = JSON.parse(readFileSync(new URL('../../Vectors/call-quality.json', import.meta.url), 'utf8'));

test('the level of a line is that of the vectors, second by second', () => {
    assert.equal(cases.length, 49);
    for (const { name, samples, levels } of cases) {
        const meter = new QualityMeter();
        assert.deepEqual(samples.map((sample) => meter.take(sample)), levels, name);
        assert.equal(scoreOf(samples[0]), levels[0], name);
    }
});
