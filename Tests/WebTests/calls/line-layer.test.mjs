import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { LineLayer } from '../../../Web/calls/quality/line-layer.js';

/** Shared with the command line (Tests/ECallCallsTests/LineLayerTests.swift). */
const sequences = JSON.parse(readFileSync(new URL('../../Vectors/line-layer.json', import.meta.url), 'utf8'));

describe('the layer that a connection carries', () => {
    for (const { name, steps } of sequences) {
        test(name, () => {
            const line = new LineLayer();
            for (const { at, loss, freezes, rate, most } of steps) {
                line.take({ loss, freezes, rate }, line.most, at);
                assert.equal(line.most, most, `at ${at} ms`);
            }
        });
    }
});
