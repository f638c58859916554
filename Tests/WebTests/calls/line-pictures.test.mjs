import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { LinePictures } from '../../../Web/calls/quality/line-pictures.js';

/** Shared with the command line (Tests/ECallCallsTests/LineLayerTests.swift). */
const sequences = JSON.parse(readFileSync(new URL('../../Vectors/line-pictures.json', import.meta.url), 'utf8'));

describe('the number of pictures that a connection carries', () => {
    for (const { name, others, steps } of sequences) {
        test(name, () => {
            const line = new LinePictures();
            for (const { at, pictures, least, most } of steps) {
                line.take(pictures.map(([limit, loss]) => ({ limit, loss })), least, others, at);
                assert.equal(line.most, most, `at ${at} ms`);
            }
        });
    }
});
