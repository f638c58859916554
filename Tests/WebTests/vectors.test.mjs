import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { checkEnvelopes } from './vectors/envelopes.mjs';

const vectors = async (name) => JSON.parse(await readFile(new URL(`../Vectors/${name}.json`, import.meta.url), 'utf8'));

test('envelopes and device keys are those of the vectors', async () => {
    assert.deepEqual(await checkEnvelopes(await vectors('envelopes')), []);
});
