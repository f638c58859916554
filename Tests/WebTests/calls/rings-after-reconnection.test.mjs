import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { ringsAfterReconnection } from '../../../Web/calls/lifecycle/ring-check.js';

const { cases } = JSON.parse(await readFile(new URL('../../Vectors/rings-after-reconnection.json', import.meta.url), 'utf8'));

for (const { name, ringing, listed, sent, missed, ...expected } of cases) {
    test(`the calls that ring after a reconnection are those of the vectors: ${name}`, () => assert.deepEqual(ringsAfterReconnection({ ringing, listed, sent, missed }), expected));
}
