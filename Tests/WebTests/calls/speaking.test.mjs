import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Speaking } from '../../../Web/calls/quality/speaking.js';

/** Shared with the command line (Tests/ECallCallsTests/SpeechTests.swift). */
const { sequences } = JSON.parse(readFileSync(new URL('../../Vectors/speech.json', import.meta.url), 'utf8'));

describe('the active speakers', () => {
    for (const { name, looks } of sequences) {
        test(name, () => {
            const speaking = new Speaking();
            for (const [at, level, isSpeaking] of looks) assert.deepEqual(speaking.take(new Map([[1, level]]), at), isSpeaking ? [1] : [], `at ${at} ms`);
        });
    }

    test('several participants can speak at once, and a silent one does not', () => {
        const speaking = new Speaking();
        const take = (now, ...levels) => speaking.take(new Map(levels), now).join(' ');
        take(1000, [1, 0.3], [2, 0.3]);
        assert.equal(take(1250, [1, 0.3], [2, 0.3]), '1 2');
        assert.equal(take(1500, [2, 0.3]), '2');
        assert.equal(take(1750, [1, 0.3], [2, 0.3]), '2');
    });
});
