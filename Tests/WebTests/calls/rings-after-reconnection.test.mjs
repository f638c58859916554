import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { ringsAfterReconnection } from '../../../Web/calls/lifecycle/ring-check.js';

const { cases } = JSON.parse(await readFile(new URL('../../Vectors/rings-after-reconnection.json', import.meta.url), 'utf8'));

for (const { name, ringing, listed, sent, missed, ...expected } of cases) {
    test(`what rings after a reconnection is as the vectors have it: ${name}`, () => assert.deepEqual(ringsAfterReconnection({ ringing, listed, sent, missed }), expected));
}
