import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { APIError } from '../../../Web/protocol/errors.js';

const vectors = JSON.parse(await readFile(new URL('../../Vectors/refusals.json', import.meta.url), 'utf8'));

for (const [name, isFinal] of [['final', true], ['passing', false]]) {
    test(`refusals are ${name} as the vectors state`, () => {
        for (const status of vectors[name]) assert.equal(new APIError('ErrAny', status).isFinal, isFinal, `${status}`);
    });
}

test('the end of a session does not make the request’s refusal final', () => assert.equal(new APIError('ErrDeviceNotRegistered', 404).isFinal, false));
